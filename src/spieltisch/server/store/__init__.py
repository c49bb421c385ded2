"""Tables on disk: the engine and its writer thread, queries, schema, migrations, backups."""
