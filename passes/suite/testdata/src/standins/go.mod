module foo

go 1.24
