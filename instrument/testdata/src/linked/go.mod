module example.com/uses

go 1.24

require example.com/link v1.0.0
