module example.com/two/wrong

go 1.24
