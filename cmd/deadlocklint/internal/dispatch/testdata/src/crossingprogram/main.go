package main

func main() { new(pair).cross() }
