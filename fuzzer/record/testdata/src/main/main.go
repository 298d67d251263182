package main

func main() { println("_testmain.go") }
