module example.com/communication

go 1.24.0

require golang.org/x/sync v0.16.0
