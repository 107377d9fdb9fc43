"""The tests, laid out like the code."""
