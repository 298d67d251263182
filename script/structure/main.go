// Command structure prints the picture of a checkout: rooms on their floors, the
// arrows between them, circles of files, and code that nothing needs. It works on
// any revision, so that a change can be seen as one picture before and one after:
//
//	go run ./script/structure [-C DIR] [-svg FILE]
//
// It writes nothing but the file of -svg.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/deadlocklint/deadlocklint/internal/structure"
)

func main() {
	dir := flag.String("C", ".", "root of the `checkout`")
	svg := flag.String("svg", "", "draw it into `file` as well")
	flag.Parse()
	if err := run(*dir, *svg); err != nil {
		fmt.Fprintf(os.Stderr, "structure: %v\n", err)
		os.Exit(1)
	}
}

func run(dir, svg string) error {
	m, err := structure.Read(dir)
	if err != nil {
		return err
	}
	picture, err := m.Measure(context.Background())
	if err != nil {
		return err
	}
	if err := picture.Text(os.Stdout); err != nil || svg == "" {
		return err
	}
	f, err := os.Create(svg)
	if err != nil {
		return err
	}
	if err := picture.SVG(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
