"""What KeenBench knows of each file format: one package a format, the same verbs in each.

Everything here that parses runs inside the parser's box. The `methods.py` of a package is light to
import (models and signatures); it imports the modules that parse when a call arrives, so that the
broker can know every method without loading a single document library.
"""
