// Known reads the JSON document of "deadlocklint test -json" and prints its findings
// about a known deadlock. It says whether the deadlock was predicted within one test,
// only across tests, or not at all. It also prints the verdicts.
//
// The file LOCKS lists all lock classes of the known deadlock. The file SITES lists the
// places at which its goroutines request a lock; a line with several places is one
// place with alternatives. From a coverage profile, Known prints which of the places
// that were not seen were never executed.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

type finding struct {
	Check      string `json:"check"`
	Status     string `json:"status"`
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
	} `json:"dynamic"`
	Tests []string `json:"tests"`
}

func main() {
	if len(os.Args) != 5 {
		fail(fmt.Errorf("usage: known LOCKS SITES JSON PROFILE"))
	}
	classes, sites := strings.Fields(read(os.Args[1])), lines(read(os.Args[2]))
	var doc struct {
		Findings []finding `json:"findings"`
		Stats    struct {
			Tests int `json:"tests"`
		} `json:"stats"`
	}
	if err := json.Unmarshal([]byte(read(os.Args[3])), &doc); err != nil {
		fail(fmt.Errorf("%s: %w", os.Args[3], err))
	}
	var known, near []finding
	for _, f := range doc.Findings {
		switch {
		case f.isAbout(classes) && f.requestsAt(sites):
			known = append(known, f)
		case f.isAbout(classes):
			near = append(near, f)
		}
	}
	fmt.Printf("%d | %d | %s\n", doc.Stats.Tests, len(doc.Findings), say(known, near, sites, os.Args[4]))
}

// say is the columns of the table that are about the known deadlock.
func say(known, near []finding, sites [][]string, profile string) string {
	slices.SortStableFunc(known, func(a, b finding) int { return a.rank() - b.rank() })
	if len(known) > 0 {
		f := known[0]
		where := "within one test"
		switch {
		case f.Check == "cross-test":
			where = "only across tests"
		case len(f.Tests) > 1:
			where = "within one process, across tests"
		}
		return fmt.Sprintf("%s | %s | %s: %s", where, f.verdict(), strings.Join(f.Tests, ", "), f.Dynamic.Reason)
	}
	reason := "every place was executed, not in this order"
	if missing := unexecuted(sites, profile); len(missing) > 0 {
		reason = "never executed: " + strings.Join(missing, ", ")
	}
	if len(near) > 0 {
		reason += fmt.Sprintf("; %d findings about the same locks elsewhere", len(near))
	}
	return "not seen | - | " + reason
}

func (f finding) verdict() string {
	if f.Dynamic.Verdict == "" {
		return "untried"
	}
	return f.Dynamic.Verdict
}

// rank puts confirmed first, then what is within one test, then what is across
// tests, then what the tool refutes for the test that it saw.
func (f finding) rank() int {
	switch {
	case f.Status == "confirmed":
		return 0
	case f.Check == "cross-test":
		return 2
	case f.Status == "infeasible":
		return 3
	}
	return 1
}

func (f finding) isAbout(classes []string) bool {
	for _, class := range classes {
		if !slices.ContainsFunc(f.classes(), func(c string) bool { return c == class }) {
			return false
		}
	}
	return true
}

func (f finding) classes() (out []string) {
	for _, g := range f.Goroutines {
		for _, s := range g.Steps {
			out = append(out, s.Class)
		}
	}
	return out
}

// requestsAt reports whether every place is where a goroutine waits.
func (f finding) requestsAt(sites [][]string) bool {
	for _, alternatives := range sites {
		found := false
		for _, g := range f.Goroutines {
			if n := len(g.Steps); n > 0 {
				found = found || slices.Contains(alternatives, place(g.Steps[n-1].Pos))
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// place is file:line of a position file:line:column, without directories.
func place(pos string) string {
	pos = path.Base(pos)
	return pos[:strings.LastIndexByte(pos, ':')]
}

// unexecuted lists the places that a coverage profile counts as never executed.
func unexecuted(sites [][]string, profile string) (missing []string) {
	text, err := os.ReadFile(profile)
	if err != nil {
		return []string{"not known, there is no coverage profile"}
	}
	for _, alternatives := range sites {
		if !slices.ContainsFunc(alternatives, func(s string) bool { return covered(string(text), s) }) {
			missing = append(missing, strings.Join(alternatives, " or "))
		}
	}
	return missing
}

func covered(profile, site string) bool {
	file, text, _ := strings.Cut(site, ":")
	line, _ := strconv.Atoi(text) // ours
	for _, block := range strings.Split(profile, "\n") {
		// path/file.go:12.34,56.7 statements count
		name, rest, ok := strings.Cut(block, ":")
		if !ok || path.Base(name) != file {
			continue
		}
		var l0, c0, l1, c1, n, count int
		if _, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &l0, &c0, &l1, &c1, &n, &count); err != nil {
			continue
		}
		if l0 <= line && line <= l1 && count > 0 {
			return true
		}
	}
	return false
}

func lines(text string) (out [][]string) {
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		out = append(out, strings.Fields(line))
	}
	return out
}

func read(name string) string {
	b, err := os.ReadFile(name)
	if err != nil {
		fail(err)
	}
	return string(b)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "known:", err)
	os.Exit(1)
}
