module example.com/m

go 1.24

require example.com/dep v1.0.0
