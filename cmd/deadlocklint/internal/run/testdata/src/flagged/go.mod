// The module has a deadlock that depends on the flags of the build.
module example.com/m

go 1.24
