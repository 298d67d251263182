module github.com/calmh/xdr

go 1.24
