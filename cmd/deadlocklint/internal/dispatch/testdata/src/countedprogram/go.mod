module example.com/counted

go 1.25
