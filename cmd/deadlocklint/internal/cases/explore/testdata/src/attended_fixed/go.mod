module example.com/attended_fixed

go 1.24
