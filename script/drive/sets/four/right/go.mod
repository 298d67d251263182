module example.com/four/right

go 1.24
