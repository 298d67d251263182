module example.com/chanblock

go 1.26
