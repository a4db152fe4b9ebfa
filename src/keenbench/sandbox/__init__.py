"""The box: an OS sandbox without network, in which everything untrusted is parsed and run."""
