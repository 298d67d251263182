package drive

import (
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/entry"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// candidates are the findings of static checks that the API of a package leads to.
func (s *Search) candidates(p *packages.Package) (list []drive.Candidate) {
	if len(s.Static) == 0 || p.TypesInfo == nil {
		return nil
	}
	graph := entry.Read(p.Syntax, p.TypesInfo)
	for _, f := range s.Static {
		var c drive.Candidate
		for _, g := range f.Goroutines {
			if keys := common(graph, g.Steps); keys != nil {
				c.Entries = append(c.Entries, keys)
			}
		}
		if c.Entries != nil {
			list = append(list, c)
		}
	}
	return list
}

// common are the entries that lead to all steps of a goroutine. Where there is none, the first step decides: a callback may make the others.
func common(graph *entry.Graph, steps []report.Step) (keys []string) {
	for i, s := range steps {
		list := graph.Entries(s.Func)
		if i == 0 {
			keys = list
			continue
		}
		both := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return !slices.Contains(list, key) })
		if len(both) > 0 {
			keys = both
		}
	}
	return keys
}
