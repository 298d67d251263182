module example.com/textbook

go 1.24
