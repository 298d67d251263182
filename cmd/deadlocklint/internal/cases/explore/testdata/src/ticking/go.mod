module example.com/ticking

go 1.24
