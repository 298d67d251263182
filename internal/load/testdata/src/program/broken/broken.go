package broken

import "example.com/m/low"

var X int = low.F

var Y int = "no"
