"""The table of the trick games as pure drawing: a frozen `Scene` goes in, a painted canvas comes out.

`scene` says what is shown, `story` turns changes into moments, `layout` says who sits where and where all lies,
`painting` paints it. What differs between Queen's Dungeon and Queen Bees II is in `trumps` and `words`.
Nothing here needs Textual.
"""
