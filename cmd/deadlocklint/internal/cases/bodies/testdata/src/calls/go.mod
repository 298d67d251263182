module example.com/m

go 1.24

require github.com/deadlocklint/deadlocklint/deadlocktest v0.0.0

replace github.com/deadlocklint/deadlocklint/deadlocktest => ../../../../../../../../deadlocktest
