// Tally reads what the checks said of releases and prints rows of tables.
//
//	tally -row ID CSV BUGGY.json FIXED.json   the known bug, in both releases
//	tally -rest ID CSV BUGGY.json FIXED.json  the other findings, a line each
//	tally -judge JUDGED.csv FINDINGS...    a line for each finding with its verdict, and a row per check
//	tally -summary JUDGED.csv FINDINGS...  only the rows
//	tally -replaced                           from go mod edit -json: what is replaced by a directory
//
// FINDINGS is SET:NAME=FILE.json; see judge for the sets.
package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// A finding has the parts of a finding that the scripts need.
type finding struct {
	ID         string `json:"id"`
	Check      string `json:"check"`
	Message    string `json:"message"`
	Pos        string `json:"pos"`
	Suppressed bool   `json:"suppressed"`
	Goroutines []struct {
		Steps []struct {
			Class string `json:"class"`
			Pos   string `json:"pos"`
		} `json:"steps"`
	} `json:"goroutines"`
}

// names reports whether a finding names all places, which are written file.go:line.
func (f finding) names(places []string) bool {
	for _, p := range places {
		found := strings.Contains(f.Message, p+")") || strings.Contains(f.Pos, p+":")
		for _, g := range f.Goroutines {
			for _, s := range g.Steps {
				found = found || strings.HasSuffix(s.Pos, "/"+p) || strings.Contains("/"+s.Pos, "/"+p+":")
			}
		}
		if !found {
			return false
		}
	}
	return true
}

func main() {
	args := os.Args[1:]
	var err error
	switch {
	case len(args) == 5 && args[0] == "-row":
		err = row(args[1:], true)
	case len(args) == 5 && args[0] == "-rest":
		err = row(args[1:], false)
	case len(args) >= 2 && (args[0] == "-judge" || args[0] == "-summary"):
		err = judge(args[1], args[2:], args[0] == "-judge")
	case len(args) == 1 && args[0] == "-replaced":
		err = replaced(os.Stdin, func(r replacement) string { return r.byDirectory() })
	case len(args) == 1 && args[0] == "-forks":
		err = replaced(os.Stdin, func(r replacement) string { return r.byModule() })
	default:
		err = fmt.Errorf("usage: tally -row|-rest ID CSV BUGGY.json FIXED.json, tally -judge|-summary JUDGED.csv SET:NAME=FINDINGS.json..., tally -replaced or tally -forks")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tally:", err)
		os.Exit(1)
	}
}

func read(name string) ([]finding, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var doc struct {
		Findings []finding `json:"findings"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return slices.DeleteFunc(doc.Findings, func(f finding) bool { return f.Suppressed }), nil
}

// row prints the row of a bug, or the findings that are not about it.
func row(args []string, table bool) error {
	bug, err := lookup(args[0], args[1])
	if err != nil {
		return err
	}
	buggy, err := read(args[2])
	if err != nil {
		return err
	}
	fixed, err := read(args[3])
	if err != nil {
		return err
	}
	after := map[string]bool{}
	for _, f := range fixed {
		after[f.ID] = true
	}
	places := strings.Fields(bug["sites"])
	found, gone, other := "no", "-", 0
	for _, f := range buggy {
		if f.Check != bug["check"] || !f.names(places) {
			if other++; !table {
				line(args[0], f)
			}
			continue
		}
		found = f.ID
		if gone == "-" {
			gone = "yes"
		}
		if after[f.ID] {
			gone = "no"
		}
	}
	if table {
		fmt.Printf("| %s | %s | %s | %s | %d |\n", args[0], bug["class"], found, gone, other)
	}
	return nil
}

func line(name string, f finding) {
	fmt.Printf("| %s | %s | %s | %s | %s |\n", name, f.Check, f.ID, f.Pos, strings.ReplaceAll(f.Message, "|", "\\|"))
}

// lookup returns the columns of a bug.
func lookup(id, name string) (map[string]string, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, err
	}
	for _, r := range rows[1:] {
		if r[0] != id {
			continue
		}
		bug := map[string]string{}
		for i, column := range rows[0] {
			bug[column] = r[i]
		}
		return bug, nil
	}
	return nil, fmt.Errorf("no bug %s in %s", id, name)
}

// A module is one in go.mod, with its version or without one.
type module struct{ Path, Version string }

func (m module) String() string {
	if m.Version == "" {
		return m.Path
	}
	return m.Path + "@" + m.Version
}

// A replacement is one in go.mod.
type replacement struct{ Old, New module }

// byDirectory is the module that is replaced, if a directory takes its place.
func (r replacement) byDirectory() string {
	if r.New.Version != "" {
		return ""
	}
	return r.Old.String()
}

// byModule is the module that is replaced and its replacement.
func (r replacement) byModule() string {
	if r.New.Version == "" {
		return ""
	}
	return r.Old.String() + " " + r.New.String()
}

// replaced prints a line for each replacement about which there is something to say.
func replaced(r io.Reader, say func(replacement) string) error {
	var mod struct{ Replace []replacement }
	if err := json.NewDecoder(r).Decode(&mod); err != nil {
		return err
	}
	for _, r := range mod.Replace {
		if line := say(r); line != "" {
			fmt.Println(line)
		}
	}
	return nil
}
