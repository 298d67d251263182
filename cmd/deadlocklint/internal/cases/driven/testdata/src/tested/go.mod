module example.com/tested

go 1.24
