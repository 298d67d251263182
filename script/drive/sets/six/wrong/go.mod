module example.com/six/wrong

go 1.24
