module example.com/textbook

go 1.25
