"""The command line: one file a command and the flags they share; may import all other rooms."""
