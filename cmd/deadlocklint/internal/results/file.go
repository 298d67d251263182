package results

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/regular"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// resultsVersion is that of the file, which only deadlocklint itself reads.
const resultsVersion = 1

// A resultsFile has the findings of the last run in a module, for the language server.
type resultsFile struct {
	Version int
	Root    string
	Results
}

// resultsName is the file for a module, in the cache directory.
func resultsName(root string) (string, error) {
	cache, err := goroot.CacheDir()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(cache, "results", hex.EncodeToString(sum[:8])+".json"), nil
}

// Keep writes the findings of a run of those tests. Findings that an earlier run has
// confirmed in other tests stay. So do those of checks that this run did not look for: with races it
// looked for races alone. The file is a convenience: a cache that cannot be
// written is no reason to fail.
func Keep(root string, findings []report.Finding, ran []string, races bool) {
	name, err := resultsName(root)
	if err != nil {
		return
	}
	file := resultsFile{Version: resultsVersion, Root: root}
	file.Lines = map[string]string{}
	source := module.SourceLine(root)
	for _, f := range findings {
		if f.Status != report.StatusConfirmed {
			continue
		}
		f.Timeline, f.Protocol = nil, nil
		file.Findings = append(file.Findings, f)
		for _, g := range f.Goroutines {
			for _, s := range g.Steps {
				at, line, _ := report.SplitPos(s.Pos)
				if text := source(at, line); text != "" {
					file.Lines[s.Pos] = strings.TrimSpace(text)
				}
			}
		}
	}
	if before, _ := Last(root, time.Time{}); before != nil {
		file.add(before, ran, races)
	}
	b, err := json.Marshal(file)
	if err != nil || os.MkdirAll(filepath.Dir(name), 0o700) != nil {
		return
	}
	next, err := os.CreateTemp(filepath.Dir(name), "next-")
	if err != nil {
		return
	}
	_, err = next.Write(b)
	if next.Close() != nil || err != nil || os.Rename(next.Name(), name) != nil { // a reader sees all of it or the old one
		_ = os.Remove(next.Name())
	}
}

// add keeps the earlier findings that a run of those tests could not have seen again: those of a test that did not run, and
// those of no test, as of a program, when only tests ran. A run that looks for races sees nothing else, and no other run sees them.
func (r *Results) add(before *Results, ran []string, races bool) {
	for _, f := range before.Findings {
		seen := func(test string) bool { return slices.Contains(ran, test) }
		again := slices.ContainsFunc(r.Findings, func(now report.Finding) bool { return now.ID == f.ID })
		looked := isOfRaces(f.Check) == races
		if again || looked && !slices.ContainsFunc(f.Tests, func(test string) bool { return !seen(test) }) && (len(f.Tests) > 0 || len(ran) == 0) {
			continue
		}
		r.Findings = append(r.Findings, f)
		for _, g := range f.Goroutines {
			for _, s := range g.Steps {
				if _, known := r.Lines[s.Pos]; !known && before.Lines[s.Pos] != "" {
					r.Lines[s.Pos] = before.Lines[s.Pos]
				}
			}
		}
	}
}

// isOfRaces reports whether a check is one of "deadlocklint races" alone.
func isOfRaces(check checks.Name) bool { return check == checks.Race || check == checks.Atomicity }

// Last reads them, when they are newer than last.
func Last(root string, last time.Time) (*Results, time.Time) {
	name, err := resultsName(root)
	if err != nil {
		return nil, last
	}
	info, err := os.Stat(name)
	if err != nil || !info.ModTime().After(last) {
		return nil, last
	}
	b, err := regular.Read(name, regular.Limit)
	if err != nil {
		return nil, last
	}
	var file resultsFile
	if json.Unmarshal(b, &file) != nil || file.Version != resultsVersion || file.Root != root {
		return nil, last // of another version; the next run replaces it
	}
	return &file.Results, info.ModTime()
}
