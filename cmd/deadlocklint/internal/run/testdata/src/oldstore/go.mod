module example.com/old

go 1.13

require golang.org/x/sync v0.20.0

replace golang.org/x/sync => ./xsync
