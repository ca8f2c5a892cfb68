"""The Big Queen board without Textual: what is chosen, what is told, and how all of it is drawn.

`choosing` turns keys and clicks into what the player picks and decides, `following` keeps it true to what happens,
`story` turns changes into moments, `layout` says where everything lies, and `painting` paints a `scene`.
"""
