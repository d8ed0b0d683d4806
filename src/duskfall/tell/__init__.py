"""Text for people: rules, events, rulings and host scripts as sentences, in every supported language."""
