"""The laws that every game of every ruleset must hold, as properties over random tables and random answers."""
