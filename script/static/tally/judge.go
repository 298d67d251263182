package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Sets of releases.
const (
	clean  = "clean"  // modules.csv: how precise the checks are
	more   = "more"   // more.csv: their further findings
	corpus = "corpus" // corpus.csv, with the known bug in it
)

var sets = []string{clean, more, corpus}

// Verdicts.
const (
	isTrue    = "true"
	unproven  = "unproven"
	notJudged = "not judged"
)

// checks are the checks that a user can turn on and off, with the findings of each.
var checks = []struct {
	name    string
	reports []string
}{
	{"lockorder", []string{"lockorder"}},
	{"doublelock", []string{"doublelock", "recursive-rlock"}},
	{"missingunlock", []string{"missingunlock", "unlock-unlocked"}},
	{"lockheld", []string{"lockheld"}},
	{"condcheck", []string{"cond-wait-*", "cond-unlocked-write", "cond-missed-signal", "cond-nobody-signals", "cond-forgotten-signal"}},
	{"condkey, condsignal", []string{"condsignal"}},
	{"waitgroup", []string{"waitgroup-*"}},
	{"once", []string{"once"}},
	{"chanblock", []string{"blocks-forever", "double-close", "send-closed", "never-ends"}},
	{"callback", []string{"callback"}},
	{"declared", []string{"declared-*"}},
}

// checkOf returns the check that reports findings of that name.
func checkOf(reported string) string {
	for _, c := range checks {
		for _, r := range c.reports {
			if prefix, ok := strings.CutSuffix(r, "*"); r == reported || ok && strings.HasPrefix(reported, prefix) {
				return c.name
			}
		}
	}
	return reported
}

// A verdict is the judgement of a reader of the source about a finding.
type verdict struct{ verdict, why string }

// verdicts reads judged.csv: module, id, verdict, why.
func verdicts(name string) (map[string]verdict, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, err
	}
	list := map[string]verdict{}
	for _, r := range rows[1:] {
		list[r[0]+" "+r[1]] = verdict{r[2], r[3]}
	}
	return list, nil
}

// A counter counts findings by check, set and verdict, and true ones by check. An
// id counts once: two releases of one module have the same bugs.
type counter map[string]int

func (c counter) key(check, set, verdict string) string { return check + " " + set + " " + verdict }

func (c counter) all(check, set string) int {
	return c[c.key(check, set, isTrue)] + c[c.key(check, set, unproven)] + c[c.key(check, set, notJudged)]
}

// judge prints the findings of releases with their verdicts, and a row per check:
// findings, true and unproven ones in the clean modules and in more modules, true
// ones in the corpus, and all true ones.
func judge(judged string, files []string, lines bool) error {
	known, err := verdicts(judged)
	if err != nil {
		return err
	}
	count, seen, proven := counter{}, map[string]bool{}, map[string]bool{}
	if lines {
		fmt.Println("| release | reported | id | place | verdict | why |\n| --- | --- | --- | --- | --- | --- |")
	}
	for _, arg := range files {
		set, rest, _ := strings.Cut(arg, ":")
		name, file, ok := strings.Cut(rest, "=")
		if !ok || !slices.Contains(sets, set) {
			return fmt.Errorf("%s is not SET:NAME=FILE; the sets are %s", arg, strings.Join(sets, ", "))
		}
		findings, err := read(file)
		if err != nil {
			return err
		}
		for _, f := range findings {
			v, ok := known[name+" "+f.ID]
			if !ok {
				v = verdict{notJudged, f.Message}
			}
			if lines {
				fmt.Printf("| %s | %s | %s | %s | %s | %s |\n", name, f.Check, f.ID, f.Pos, v.verdict, strings.ReplaceAll(v.why, "|", "\\|"))
			}
			if seen[set+f.ID] {
				continue
			}
			seen[set+f.ID] = true
			count[count.key(checkOf(f.Check), set, v.verdict)]++
			if v.verdict == isTrue && !proven[f.ID] {
				proven[f.ID] = true
				count[checkOf(f.Check)]++
			}
		}
	}
	table(count)
	return nil
}

func table(count counter) {
	fmt.Println("\n| check | clean: findings | true | unproven | more: findings | true | unproven | corpus: true | true in all |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, c := range checks {
		row, found := []any{c.name}, 0
		for _, set := range sets {
			n := count[count.key(c.name, set, isTrue)]
			found += count.all(c.name, set)
			if set != corpus {
				row = append(row, count.all(c.name, set), n, count[count.key(c.name, set, unproven)])
			} else {
				row = append(row, n)
			}
		}
		if found > 0 {
			fmt.Printf("| %s | %d | %d | %d | %d | %d | %d | %d | %d |\n", append(row, count[c.name])...)
		}
	}
}
