module possible

go 1.25
