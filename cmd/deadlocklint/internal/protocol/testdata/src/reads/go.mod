module example.com/reads

go 1.22
