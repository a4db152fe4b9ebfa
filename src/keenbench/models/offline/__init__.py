"""A deterministic model that turns questions over tables into query plans.

It gives every word of a question each sense that it may have here: a table, a column, a value, a
number, a date, a figure. The likeliest reading is answered; where none is likely enough, it asks.

    spelling, words, numbers,    what is written
      periods, german
    lexicon, synonyms,           what it means whatever the data
      thesaurus, units
    columns, headers, linking    which tables and columns it names
    values, never_cells          which cells it names, and which words name none
    items, sentence              the question in pieces, each with all that it may mean
    dating, lasting, working     periods, how long it took, what two columns make together
    keenbench.models.reader      the readings of all that, and the one that is taken
    joins, changes, planning     the plan
    settling, ties               what a reply settles, and what shares the first place
    explaining, answering        how it was understood, and what came out
    understanding, chat_model    all of it, as a LangChain model
"""
