module example.com/interleaving

go 1.26
