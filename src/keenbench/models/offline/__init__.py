"""A deterministic model that turns questions over tables into query plans.

It links every word of a question to a table, a column, a value, a number, a date or a figure, and
asks where a word links to nothing or to several things: it would rather ask than guess.

    words, numbers, periods      what is written
    lexicon, synonyms            what it means whatever the data
    linking, values              what it means in this dataset
    clauses                      how the parts stand to each other
    joins, planning              the plan
    following                    questions that change the one before
    explaining, answering        how it was understood, and what came out
    chat_model                   the same as a LangChain model
"""
