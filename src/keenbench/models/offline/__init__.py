"""A deterministic model that turns questions over tables into query plans.

It links every word of a question to a table, a column, a value, a number, a date or a figure, and
asks where a word links to nothing or to several things: it would rather ask than guess.

    words, numbers, periods      what is written
    lexicon, synonyms            what it means whatever the data
    columns, headers, linking    which tables and columns it names
    values                       which cells it names
    conditions (comparing,       which rows it is about
      naming, missing), dating
    figures, shares, grouping    what is worked out, for what
    subject, ranking,            how the parts stand to each other
      contrasting, clauses
    joins, planning              the plan
    following                    questions that change the one before
    explaining, answering        how it was understood, and what came out
    chat_model                   the same as a LangChain model
"""
