"""Text of any encoding: maps, windows of lines, whole new content, and the structure of JSON, XML,
YAML and delimited text.

    codec           the encodings by the names people use
    encoding        which encoding a file is in, proved over all of its bytes
    guess           the likeliest of the old encodings, from a sample
    plausible       how likely a decoded text is something a person wrote
    binary          what a file is that is no text
    lines           where lines and chunks begin, in bounded memory
    line_ends       giving new content the line ends of the file it replaces
    structure*      top-level keys, root and children, headers
    map read write  what the methods do
"""
