"""The agent that answers questions over tables: datasets, five tools, runs and their capsules.

registry, datasets, relations, versions   which tables there are
capsules, threads, store                  what is remembered
runs                                      plan or SQL → policy → runner → capsule
tools, agent, chat                        a question becomes runs and an answer
charts, payloads                          what the answer looks like
"""
