"""The app: routes, live updates and pages over the tables."""
