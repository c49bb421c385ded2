"""What people see: presenters turn a Snapshot into what a template shows, routes serve it."""
