module example.com/communication

go 1.24
