module example.com/shown

go 1.24
