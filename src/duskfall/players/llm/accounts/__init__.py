"""Accounting of calls: tokens, time, costs, budgets and failures."""
