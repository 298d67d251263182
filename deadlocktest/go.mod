module github.com/deadlocklint/deadlocklint/deadlocktest

go 1.24
