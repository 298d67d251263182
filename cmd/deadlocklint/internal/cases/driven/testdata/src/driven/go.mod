module example.com/driven

go 1.24
