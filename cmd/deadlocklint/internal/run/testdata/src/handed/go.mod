module example.com/handed

go 1.24
