module example.com/condcheck

go 1.26
