module example.com/distant

go 1.26
