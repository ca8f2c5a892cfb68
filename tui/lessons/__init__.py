"""Lessons: for each game some prepared deals, what is said about them, and what the person does.

A lesson is data. It is played on `net.client.playback.Playback`, so every card falls by the real rules; screens and
line mode show it by a `LessonRun`.
"""
