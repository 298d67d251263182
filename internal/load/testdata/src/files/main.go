package main

import "example.com/m/locks"

func main() { locks.F() }
