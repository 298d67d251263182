package main

import (
	"fmt"
	"io"
	"os"
)

var stamp = "none"

func main() {
	b, err := io.ReadAll(os.Stdin)
	if err == nil && string(b) == "cross\n" && len(os.Args) == 3 && os.Args[1] == "-x" {
		new(pair).cross()
	}
	fmt.Println("stamp", stamp)
}
