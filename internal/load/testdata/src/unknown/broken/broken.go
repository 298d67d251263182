package broken

import "example.com/m/missing"

func New() missing.T { return nil }
