"""What each word of the vocabulary comes to in compiled code, one kind of word a file."""
