"""Reads questions over tables: every word gets one sense, every set of senses one reading.

`senses` lists what each piece of a question may mean and what it costs to think so; `assembly`
makes one reading of one choice of senses, or says why there is none; `reading` makes them all;
`signs`, `weighing` and `choosing` tell how likely each is, and take one or ask.
"""
