module github.com/deadlocklint/deadlocklint/script/suites

go 1.26
