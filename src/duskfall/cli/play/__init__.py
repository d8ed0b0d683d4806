"""`duskfall play`, and the tables it reads."""
