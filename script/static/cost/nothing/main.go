// Nothing is a vettool that does nothing: what it costs, every tool costs that is
// built on unitchecker.
package main

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	unitchecker.Main(&analysis.Analyzer{
		Name: "nothing", Doc: "does nothing",
		Run: func(*analysis.Pass) (any, error) { return nil, nil },
	})
}
