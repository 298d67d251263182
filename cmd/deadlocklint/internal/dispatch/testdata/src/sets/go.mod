module example.com/setsup

go 1.24
