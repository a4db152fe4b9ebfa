"""PowerPoint presentations: the shapes of each slide, in the order they are drawn.

deck        which slides there are, their layouts and notes
shapes      the shapes of a slide, through groups, with inherited places
text        paragraphs, runs and tables inside a shape
comments    comments of both kinds
slide       a slide as pieces of text
read        what the methods do
"""
