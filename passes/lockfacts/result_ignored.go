package lockfacts

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// An Ignored is a comment that silences a check, as other packages know it: a cycle that they compose may have a step there.
type Ignored struct{ Check, Reason string }

// told are the comments of a package that give a reason, by line.
func (d *directives) told(pkg string) map[string]Ignored {
	list := map[string]Ignored{}
	for _, dir := range d.list {
		if dir.Reason != "" {
			list[dir.key(pkg)] = Ignored{dir.Check, dir.Reason}
		}
	}
	return list
}

// key is the line of a comment as the Pos of a Site has it.
func (d *Directive) key(pkg string) string {
	return fmt.Sprintf("%s:%d", path.Join(pkg, filepath.Base(d.file)), d.line)
}

// silencedElsewhere returns the reason that a comment at a step of the finding in another package gives for not showing
// it, or "".
func (r *Result) silencedElsewhere(f Finding, analyzer string) string {
	for _, pos := range f.sites() {
		for _, line := range []string{pos, lineBefore(pos)} {
			if c, ok := r.ignored[line]; ok && f.isNamed(c.Check, analyzer) {
				return c.Reason
			}
		}
	}
	return ""
}

// isNamed reports whether a comment names the finding: by the check, by its analyzer or by the id.
func (f *Finding) isNamed(word, analyzer string) bool {
	return word == analyzer || f.Check.Is(word) || word == f.ID
}

// sites are the places of the steps of a finding.
func (f *Finding) sites() (list []string) {
	for _, side := range f.Sides {
		for _, st := range side.Steps {
			list = append(append(list, st.Site.Pos), positionsOf(st.Via)...)
		}
	}
	return list
}

func positionsOf(via []Site) (list []string) {
	for _, s := range via {
		list = append(list, s.Pos)
	}
	return list
}

// lineBefore is the line before that of a position.
func lineBefore(pos string) string {
	i := strings.LastIndexByte(pos, ':')
	line, err := strconv.Atoi(pos[i+1:])
	if i < 0 || err != nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", pos[:i], line-1)
}

// mayServe reports whether another package may compose a report with a step at the comment, of locks that are
// taken there.
func (r *Result) mayServe(d *Directive) bool {
	at := func(s Site) bool {
		line := d.line
		return strings.HasSuffix(s.Pos, fmt.Sprintf("/%s:%d", filepath.Base(d.file), line)) || strings.HasSuffix(s.Pos, fmt.Sprintf("/%s:%d", filepath.Base(d.file), line+1))
	}
	return slices.ContainsFunc(r.Edges, func(e Edge) bool {
		return slices.ContainsFunc(slices.Concat(e.From.Via, e.To.Via, []Site{e.From.Site, e.To.Site}), func(s Site) bool { return s.tok.IsValid() && at(s) })
	}) || slices.ContainsFunc(r.Funcs, func(f *Func) bool {
		return slices.ContainsFunc(f.Events, func(e Event) bool { return at(e.Site) || slices.ContainsFunc(e.Via, at) })
	})
}
