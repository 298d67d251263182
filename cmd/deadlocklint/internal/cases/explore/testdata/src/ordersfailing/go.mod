module example.com/ordersfailing

go 1.25
