"""The worker: a broker that hands each call to a boxed child and parses nothing itself."""
