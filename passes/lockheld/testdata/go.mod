module example.com/lockheld

go 1.26
