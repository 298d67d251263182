module example.com/lockfacts

go 1.26
