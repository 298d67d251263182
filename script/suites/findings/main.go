// Findings reads JSON documents of deadlocklint and prints a line for each
// finding: how it is called, where the goroutines wait, and why. With -count it
// prints only how many there are of each kind.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
)

type document struct {
	Findings []finding `json:"findings"`
	Stats    struct {
		Tests  int      `json:"tests"`
		Limits []string `json:"limits"`
	} `json:"stats"`
}

type finding struct {
	ID         string   `json:"id"`
	Check      string   `json:"check"`
	Status     string   `json:"status"`
	Tests      []string `json:"tests"`
	Goroutines []struct {
		Steps []struct {
			Op    string `json:"op"`
			Class string `json:"class"`
			Pos   string `json:"pos"`
		} `json:"steps"`
	} `json:"goroutines"`
	Dynamic struct {
		Verdict string `json:"verdict"`
		Reason  string `json:"reason"`
		Tries   int    `json:"tries"`
	} `json:"dynamic"`
}

func main() {
	count := flag.Bool("count", false, "only count")
	flag.Parse()
	for _, name := range flag.Args() {
		text, err := os.ReadFile(name)
		if err != nil {
			fail(err)
		}
		var doc document
		if err := json.Unmarshal(text, &doc); err != nil {
			fail(fmt.Errorf("%s: %w", name, err))
		}
		if *count {
			fmt.Println(doc.count())
			continue
		}
		for _, f := range doc.Findings {
			fmt.Printf("| %s %s | %s | %s (%d tries) | %s | %s |\n", f.ID, f.Check, f.where(), f.verdict(), f.Dynamic.Tries, f.Dynamic.Reason, strings.Join(f.Tests, " "))
		}
		for _, limit := range doc.Stats.Limits {
			fmt.Println("limit:", limit)
		}
	}
}

// count is "2 confirmed, 1 infeasible" and the like.
func (d document) count() string {
	n := map[string]int{}
	for _, f := range d.Findings {
		n[f.verdict()]++
	}
	var out []string
	for verdict, k := range n {
		out = append(out, fmt.Sprintf("%d %s", k, verdict))
	}
	if out == nil {
		return "nothing found"
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// verdict is the verdict of the runs on the finding; a finding that no run tried has none.
func (f finding) verdict() string {
	switch {
	case f.Check == "cross-test":
		return "cross-test"
	case f.Dynamic.Verdict != "":
		return f.Dynamic.Verdict
	}
	return "untried"
}

// where is each goroutine's locks: held at a place, requested at a place.
func (f finding) where() string {
	var goroutines []string
	for _, g := range f.Goroutines {
		var steps []string
		for _, s := range g.Steps {
			if s.Op == "go" {
				continue
			}
			steps = append(steps, fmt.Sprintf("%s %s %s", s.Op, path.Base(s.Class), strings.TrimSuffix(path.Base(s.Pos), ":1")))
		}
		goroutines = append(goroutines, strings.Join(steps, ", "))
	}
	return strings.Join(goroutines, "; ")
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "findings:", err)
	os.Exit(1)
}
