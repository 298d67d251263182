module example.com/condsignal

go 1.26
