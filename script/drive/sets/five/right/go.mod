module example.com/five/right

go 1.24
