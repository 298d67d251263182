module example.com/m

go 1.24

require golang.org/x/sync v0.0.0

replace golang.org/x/sync => ./sync
