package suppress

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// header is the first line of a baseline file.
const header = "# deadlocklint baseline 2"

// formerHeader is the first line of a file with ids of earlier releases.
const formerHeader = "# deadlocklint baseline 1"

// notMigrated begins a line of a migrated file whose id no finding has had so far.
const notMigrated = "# former "

// A Baseline is the findings that are known and not shown. A nil one is empty.
//
// Its file is text: the header, then a line for each finding, its id first. What
// follows the id is for people and not read; lines that are empty or begin with
// # are passed over. There are no source lines in it, so that it changes only
// when a finding comes or goes.
type Baseline struct {
	ids    map[string]bool
	former map[string]bool // ids of earlier releases, of a file that is migrated
}

var isID = regexp.MustCompile(`^[0-9a-f]{16}$`)

// IsID reports whether a word has the form of an id.
func IsID(word string) bool { return isID.MatchString(word) }

// Has reports whether the baseline knows the id.
func (b *Baseline) Has(id string) bool { return b != nil && b.ids[id] }

// ReadBaseline reads a baseline. Name is for errors. An error is about one line;
// nothing of a damaged file is used, since findings that it no longer silences
// would look new.
func ReadBaseline(r io.Reader, name string) (*Baseline, error) {
	sc := bufio.NewScanner(r)
	sc.Scan()
	switch strings.TrimSpace(sc.Text()) {
	case header:
		return readIDs(sc, name)
	case formerHeader:
		return nil, fmt.Errorf("%s has ids of an earlier release; run the commands that use it once with -migrate-baseline %s", name, name)
	}
	return nil, fmt.Errorf("%s: the first line is not %q; make a new one with -write-baseline", name, header)
}

// ReadFormer reads a baseline of an earlier release, or a baseline that another command has begun to
// migrate. The ids of the earlier release silence nothing before [Baseline.Migrate].
func ReadFormer(r io.Reader, name string) (*Baseline, error) {
	sc := bufio.NewScanner(r)
	sc.Scan()
	switch strings.TrimSpace(sc.Text()) {
	case header:
		return readIDs(sc, name)
	case formerHeader:
		b, err := readIDs(sc, name)
		if err == nil {
			b.ids, b.former = map[string]bool{}, b.ids
		}
		return b, err
	}
	return nil, fmt.Errorf("%s: the first line is neither %q nor %q; make a new one with -write-baseline", name, formerHeader, header)
}

// Migrate takes the ids of findings for their former ones, and returns how many ids are left that
// no finding has had.
func (b *Baseline) Migrate(findings []report.Finding) (left int) {
	found := map[string]bool{}
	for _, f := range findings {
		for _, id := range append([]string{f.ID}, f.Former...) {
			if b.former[id] {
				b.ids[f.ID], found[id] = true, true
			}
		}
	}
	for id := range found {
		delete(b.former, id)
	}
	return len(b.former)
}

// readIDs reads the lines after the first one.
func readIDs(sc *bufio.Scanner, name string) (*Baseline, error) {
	b := &Baseline{ids: map[string]bool{}, former: map[string]bool{}}
	for n := 2; sc.Scan(); n++ {
		line := strings.TrimSpace(sc.Text())
		id, _, _ := strings.Cut(line, " ")
		former, isFormer := strings.CutPrefix(line, notMigrated)
		switch {
		case isFormer && IsID(former):
			b.former[former] = true
		case line == "" || line[0] == '#':
		case !IsID(id):
			return nil, fmt.Errorf("%s:%d: %q is no id of 16 hexadecimal digits; remove the line or make a new file with -write-baseline", name, n, id)
		default:
			b.ids[id] = true
		}
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w; make a new one with -write-baseline", name, err)
	}
	return b, nil
}

// WriteBaseline writes the findings that no comment silences, each id once and
// sorted, so that two baselines can be compared and merged by lines. Those of
// an old baseline that were not found again are kept: another stage finds them.
func WriteBaseline(w io.Writer, findings []report.Finding, old *Baseline) error {
	about := map[string]string{}
	if old != nil {
		for id := range old.ids {
			about[id] = "of the baseline before, not found this time"
		}
	}
	for _, f := range findings {
		if f.Suppressed && strings.HasPrefix(f.SuppressedBy, "comment") || f.ID == "" {
			continue
		}
		file, _, _ := report.SplitPos(f.Pos)
		about[f.ID] = strings.TrimSpace(string(f.Check) + " " + file)
	}
	var lines []string
	for id, text := range about {
		lines = append(lines, id+" "+text+"\n")
	}
	if old != nil {
		for id := range old.former {
			lines = append(lines, notMigrated+id+"\n")
		}
	}
	slices.Sort(lines)
	_, err := io.WriteString(w, header+"\n# known findings, which are not shown; -write-baseline makes this file\n"+strings.Join(lines, ""))
	return err
}
