// Command conditions lists the waits for condition variables in the packages of the
// module in the working directory, with the condition that was found for each or why
// there is none. A reader has the list beside the source: script/conditions.sh makes
// it for known modules.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/instrument"
)

func main() {
	to, err := os.MkdirTemp("", "conditions")
	if err == nil {
		err = list(to)
		os.RemoveAll(to)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "conditions:", err)
		os.Exit(1)
	}
}

// list writes a line for each wait, in the order of their places.
func list(to string) error {
	_, t, err := instrument.Overlay(context.Background(), to, instrument.Options{Dir: ".", Patterns: []string{"./..."}})
	if err != nil {
		return err
	}
	var all []string
	for i := range t.Sites {
		s := &t.Sites[i]
		switch op, ok := t.Site(s.OpID); {
		case s.Bare:
			all = append(all, s.Pos+"\tnone")
		case ok && s.Cond != nil && s.Op == "wait" && !s.Gate:
			all = append(all, op.Pos+"\t"+string(s.Kind)+" "+s.Cond.Text(func(v int) string { return s.Vars[v] }))
		}
	}
	for _, why := range t.GivenUp {
		if at, reason, ok := strings.Cut(why, ": the condition of this wait "); ok {
			all = append(all, at+"\tunknown: "+reason)
		}
	}
	slices.Sort(all)
	fmt.Println(strings.Join(all, "\n"))
	return nil
}
