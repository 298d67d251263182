module example.com/one/right

go 1.24
