module example.com/possible

go 1.26
