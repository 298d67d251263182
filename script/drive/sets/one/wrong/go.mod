module example.com/one/wrong

go 1.24
