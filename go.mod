module github.com/deadlocklint/deadlocklint

go 1.26
