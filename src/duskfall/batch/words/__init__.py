"""Translation of the rule vocabulary to generated code, one kind of word in each module.

Functions whose docstring begins with "Write" add lines to the program. The others return expressions (`Code`, `Test`),
and may add lines that compute them.
"""
