module example.com/two/right

go 1.24
