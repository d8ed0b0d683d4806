"""Environments for reinforcement learning: PettingZoo, Gymnasium, many games at once; one encoder for all."""
