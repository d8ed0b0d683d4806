"""What calls take: tokens, time, money, and how they failed."""
