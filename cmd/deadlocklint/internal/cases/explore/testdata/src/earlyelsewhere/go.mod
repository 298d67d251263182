// A panic behind an early timer is that of the program where its code is in no file of tests. A test
// says by a sleep how long it waits.
module example.com/m

go 1.24
