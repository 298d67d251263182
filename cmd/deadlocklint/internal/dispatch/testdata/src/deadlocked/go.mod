// The tests never end by themselves, each in a package of its own; slow ends, although nothing happens in it for
// longer than is waited for.
module example.com/m

go 1.24
