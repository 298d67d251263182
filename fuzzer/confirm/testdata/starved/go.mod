module example.com/starved

go 1.24
