"""Answer formats: the schemas of answers, and lenient parsing of what models write."""
