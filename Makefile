VENV := .venv
PYTHON := $(VENV)/bin/python
