// The module has packages whose tests cannot be run, or fail, and one that has a finding of the static checks.
module example.com/m

go 1.24
