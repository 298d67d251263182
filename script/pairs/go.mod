module pairs.example

go 1.26
