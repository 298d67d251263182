module example.com/attended

go 1.24
