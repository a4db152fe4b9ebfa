"""What a workbench is and how it changes: files, Draft, Review, Publish, checkpoints, consent."""
