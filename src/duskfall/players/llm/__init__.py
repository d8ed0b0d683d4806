"""Language-model players: prompts, provider calls, parsing of answers, and accounting of tokens and costs."""
