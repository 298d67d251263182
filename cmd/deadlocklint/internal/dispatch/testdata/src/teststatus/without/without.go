package without
