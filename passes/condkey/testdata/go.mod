module example.com/condkey

go 1.26
