module m

go 1.24
