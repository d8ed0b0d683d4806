"""What happened in a game, in words: a sentence for each fact, transcripts, reasons, tales, and questions."""
