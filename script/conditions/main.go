// Command conditions lists the waits for condition variables in the packages of a
// module, with the condition that was found for each or why there is none. Somebody
// reads the list beside the source: script/conditions.sh makes it for known modules.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/instrument"
)

func main() {
	source := flag.Int("source", 0, "write so many lines of the source in front of each wait")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "conditions: no module is named; name the directory of one")
		os.Exit(2)
	}
	for _, dir := range flag.Args() {
		if err := list(dir, *source); err != nil {
			fmt.Fprintf(os.Stderr, "conditions: %s: %v\n", dir, err)
			os.Exit(1)
		}
	}
}

// list writes the waits of a module.
func list(dir string, source int) error {
	to, err := os.MkdirTemp("", "conditions")
	if err != nil {
		return err
	}
	defer os.RemoveAll(to)
	dir, err = filepath.Abs(dir)
	if err != nil {
		return err
	}
	_, table, err := instrument.Overlay(context.Background(), to, instrument.Options{Dir: dir, Patterns: []string{"./..."}})
	if err != nil {
		return err
	}
	for _, l := range lines(table) {
		at, what, _ := strings.Cut(l, "\t")
		if source > 0 {
			fmt.Println(excerpt(at, source))
		}
		fmt.Printf("%s\t%s\n", strings.TrimPrefix(at, dir+"/"), what)
	}
	return nil
}

// lines has one for each wait, in the order of their places.
func lines(t *condvar.Table) (all []string) {
	for i := range t.Sites {
		s := &t.Sites[i]
		switch op, ok := t.Site(s.OpID); {
		case s.Bare:
			all = append(all, s.Pos+"\tnone")
		case ok && s.Cond != nil && s.Op == "wait" && !s.Gate:
			all = append(all, op.Pos+"\t"+string(s.Kind)+" "+s.Cond.Words(func(v int) string { return s.Vars[v] }))
		}
	}
	for _, why := range t.GivenUp {
		if at, reason, ok := strings.Cut(why, ": the condition of this wait "); ok {
			all = append(all, at+"\tunknown: "+reason)
		}
	}
	slices.Sort(all)
	return all
}

// excerpt is the source in front of a place.
func excerpt(at string, n int) string {
	parts := strings.Split(at, ":")
	text, err := os.ReadFile(parts[0])
	if err != nil || len(parts) < 2 {
		return ""
	}
	line := 0
	fmt.Sscan(parts[1], &line)
	list := strings.Split(string(text), "\n")
	return strings.Join(list[max(line-n, 0):min(line, len(list))], "\n")
}
