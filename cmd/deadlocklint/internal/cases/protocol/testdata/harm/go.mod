module example.com/harm

go 1.25
