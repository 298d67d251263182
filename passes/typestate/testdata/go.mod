module example.com/protocols

go 1.26
