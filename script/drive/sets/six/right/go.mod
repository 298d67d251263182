module example.com/six/right

go 1.24
