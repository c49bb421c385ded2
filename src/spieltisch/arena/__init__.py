"""Tournaments, ratings and balance reports."""
