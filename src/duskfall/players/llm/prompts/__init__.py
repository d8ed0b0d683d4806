"""What a model is told: one growing conversation of a seat."""
