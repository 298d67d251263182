// Command documents prints what documents of the repository name and nothing has. Usage, in the root of the repository:
//
//	go run ./script/documents
//
// Package internal/documents has the rules. The exit status is 1 if one of them found a problem.
package main

import (
	"fmt"
	"os"

	"github.com/deadlocklint/deadlocklint/internal/documents"
)

func main() {
	found := false
	for _, rule := range documents.Rules() {
		for _, problem := range rule.Check(os.DirFS(".")) {
			found = true
			fmt.Printf("%s: %s\n", rule.Name, problem)
		}
	}
	if found {
		os.Exit(1)
	}
}
