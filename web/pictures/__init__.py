"""Where the pictures are made that lie here: no part of the program, nor of its wheel.

What plays a match for a picture is what the tests play with: their phones, their house.
"""
