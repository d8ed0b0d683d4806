"""Events in words: sentences, transcripts, explanations, stories, and questions to players."""
