module github.com/calmh/du

go 1.24
