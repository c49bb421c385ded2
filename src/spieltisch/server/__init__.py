"""Between the rules and the people: seats, checked moves, fair chance, storage. No HTTP here."""
