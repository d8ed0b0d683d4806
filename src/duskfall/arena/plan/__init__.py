"""The plan of a league before it's played: the games that an interval needs, and what they cost."""
