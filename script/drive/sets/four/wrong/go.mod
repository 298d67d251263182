module example.com/four/wrong

go 1.24
