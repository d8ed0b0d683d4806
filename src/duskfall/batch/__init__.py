"""Compiled rules: whole games without talk, by the million; generated from the plan that the kernel plays."""
