"""The arguments of the commands, apart from what the commands do, so that help and completion import nothing else.

Each module has a function per command, named after it, that adds the arguments to the command's parser.
"""
