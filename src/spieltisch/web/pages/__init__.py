"""What people see: presenters turn a Look into what a template shows, routes serve it."""
