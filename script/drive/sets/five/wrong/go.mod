module example.com/five/wrong

go 1.24
