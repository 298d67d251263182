module example.com/ended

go 1.24
