"""The Mad Queens table as pure drawing: a frozen `Scene` goes in, a painted canvas comes out.

`scene` says what is shown, `story` turns changes into moments to be shown one after the other, `layout` says
where things lie at a size of terminal, `painting` paints all of it. Nothing here needs Textual.
"""
