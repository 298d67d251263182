module example.com/confirmwait

go 1.24
