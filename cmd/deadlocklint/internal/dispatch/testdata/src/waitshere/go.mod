module example.com/waits
go 1.24
require example.com/queue v1.0.0
