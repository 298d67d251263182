package html

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// An excerpt is a few lines of source around a step, and the calls that led
// there.
type excerpt struct {
	Words, Pos, Func string
	Lines            []line
	Path             []report.Call
}

// A line of source.
type line struct {
	Number int
	Text   string
	Here   bool
}

// around is how many lines are shown before and after a step's.
const around = 3

// source keeps the files that were read.
type source struct {
	read  func(file string) []byte
	files map[string][]string
}

func newSource(read func(string) []byte) *source {
	return &source{read: read, files: map[string][]string{}}
}

func (s *source) lines(file string) []string {
	list, ok := s.files[file]
	if !ok {
		if text := s.read(file); text != nil {
			list = strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
		}
		s.files[file] = list
	}
	return list
}

// excerpts shows the places of one goroutine, each once.
func (s *source) excerpts(f report.Finding, g int) []excerpt {
	var list []excerpt
	seen := map[string]bool{}
	steps := f.Goroutines[g].Steps
	for i, st := range steps {
		if st.Pos == "" || seen[st.Pos] {
			continue
		}
		seen[st.Pos] = true
		e := excerpt{Pos: st.Pos, Func: st.Func, Lines: s.around(st.Pos), Path: pathOf(f, g, st)}
		switch {
		case st.Op == "go" && i == 0:
			e.Words = "is created here"
		case i < len(steps)-1:
			e.Words = strings.Join(words(st.Holds()), " ")
		default:
			e.Words = strings.Join(words(st.Waits()), " ")
		}
		list = append(list, e)
	}
	return list
}

// around returns the lines around a position, with the indentation that all of
// them have cut off.
func (s *source) around(pos string) []line {
	file, at, _ := report.SplitPos(pos)
	all := s.lines(file)
	if at < 1 || at > len(all) {
		return nil
	}
	var list []line
	for n := max(1, at-around); n <= min(len(all), at+around); n++ {
		list = append(list, line{n, strings.ReplaceAll(all[n-1], "\t", "    "), n == at})
	}
	return unindented(list)
}

func unindented(list []line) []line {
	indent := -1
	for _, l := range list {
		if text := strings.TrimLeft(l.Text, " "); text != "" && (indent < 0 || len(l.Text)-len(text) < indent) {
			indent = len(l.Text) - len(text)
		}
	}
	for i := range list {
		list[i].Text = list[i].Text[min(max(indent, 0), len(list[i].Text)):]
	}
	return list
}
