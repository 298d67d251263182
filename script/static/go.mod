// Keeps what only these scripts need out of the main module.
module example.com/static

go 1.24
