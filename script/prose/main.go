// Command prose writes the comments of Go source as Markdown. The linter of
// script/ci/prose.sh reads them. Usage:
//
//	go run ./script/prose DIR
//
// Package internal/prose says which comments these are, and where they are written.
package main

import (
	"fmt"
	"os"

	"github.com/deadlocklint/deadlocklint/internal/prose"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "prose: one argument is the directory to write to; run: go run ./script/prose DIR")
		os.Exit(2)
	}
	if err := prose.Write(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "prose: %v\n", err)
		os.Exit(1)
	}
}
