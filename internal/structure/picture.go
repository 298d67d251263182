package structure

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// An Overview is the overview of a checkout for a reader.
type Overview struct {
	Rooms     []*Folder // from the highest floor to the lowest
	Arrows    []*FolderImports
	Circles   []Circle
	Dead      []Function // that no product calls
	Unreached []*Package // that no product imports
}

// wideCircle is the number of files above which a circle is marked: more than a
// reader keeps in mind.
const wideCircle = 10

// Measure loads the module and measures all of it.
func (m *Module) Measure(ctx context.Context) (*Overview, error) {
	p, err := m.Load(ctx)
	if err != nil {
		return nil, err
	}
	dead, _, err := p.Dead(func(Function) bool { return false })
	if err != nil {
		return nil, err
	}
	return &Overview{m.Rooms(), m.Arrows(), p.Circles(), dead, m.Unreached()}, nil
}

// Text writes floors from top to bottom, the arrows between rooms, and totals.
func (p *Overview) Text(w io.Writer) error {
	var b strings.Builder
	p.writeRooms(&b)
	p.writeArrows(&b)
	p.writeUnneeded(&b)
	p.writeTotals(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (p *Overview) writeRooms(b *strings.Builder) {
	floor := NoLayer - 1
	for _, r := range p.Rooms {
		if r.Layer != floor {
			floor = r.Layer
			fmt.Fprintf(b, "%s\n", floorName(floor))
		}
		files, lines := r.size()
		fmt.Fprintf(b, "  %-44s %4d files %7d lines\n", r.Name, files, lines)
		for _, pkg := range r.Packages {
			fmt.Fprintf(b, "    %-42s %4d       %7d      %s\n", pkg.Path, len(pkg.Files), pkg.Lines, p.remark(pkg))
		}
	}
}

func floorName(floor int) string {
	if floor == NoLayer {
		return "no floor"
	}
	return fmt.Sprintf("floor %d", floor)
}

// size returns the files and lines of a room.
func (r *Folder) size() (files, lines int) {
	for _, p := range r.Packages {
		files += len(p.Files)
		lines += p.Lines
	}
	return files, lines
}

// remark is a short remark about a package, "" for most.
func (p *Overview) remark(pkg *Package) string {
	var remarks []string
	if pkg.Nested {
		remarks = append(remarks, "module of its own")
	}
	if n := len(p.circle(pkg)); n > 0 {
		remarks = append(remarks, fmt.Sprintf("circle of %d files", n)+mark(n > wideCircle))
	}
	return strings.Join(remarks, ", ")
}

// circle returns the files of the package that form a circle, nil for none.
func (p *Overview) circle(pkg *Package) []string {
	for _, c := range p.Circles {
		if c.Package == pkg.Path {
			return c.Files
		}
	}
	return nil
}

// mark is put after what should not be.
func mark(bad bool) string {
	if bad {
		return " <--"
	}
	return ""
}

func (p *Overview) writeArrows(b *strings.Builder) {
	b.WriteString("\narrows between rooms, with the number of imports\n")
	for _, a := range p.Arrows {
		up := ""
		if a.Up {
			up = "UPWARDS"
		}
		fmt.Fprintf(b, "  %-12s -> %-12s %4d  %s\n", a.From, a.To, len(a.Imports), up)
		for _, i := range a.Imports {
			if a.Up {
				fmt.Fprintf(b, "      %s imports %s\n", i.From, i.To)
			}
		}
	}
}

func (p *Overview) writeUnneeded(b *strings.Builder) {
	b.WriteString("\npackages that no product imports\n")
	for _, pkg := range p.Unreached {
		fmt.Fprintf(b, "  %s\n", pkg.Path)
	}
	b.WriteString("\nfunctions that no product calls\n")
	for _, f := range p.Dead {
		fmt.Fprintf(b, "  %s (%s:%d)\n", f, f.File, f.Line)
	}
}

func (p *Overview) writeTotals(b *strings.Builder) {
	t := p.totals()
	fmt.Fprintf(b, "\ntotals\n")
	for _, line := range []struct {
		n    int
		what string
	}{
		{t.packages, "packages"},
		{t.files, "files"},
		{t.lines, "lines"},
		{len(p.Arrows), "arrows between rooms"},
		{t.upArrows, "arrows that run upwards"},
		{t.upImports, "imports that run upwards"},
		{t.wide, fmt.Sprintf("packages with a circle of more than %d files", wideCircle)},
		{t.widest, "files in the largest circle"},
		{len(p.Dead), "functions that no product calls"},
		{len(p.Unreached), "packages that no product imports"},
	} {
		fmt.Fprintf(b, "  %7d  %s\n", line.n, line.what)
	}
}

// totals are sums over a picture.
type totals struct{ packages, files, lines, upArrows, upImports, wide, widest int }

func (p *Overview) totals() totals {
	var t totals
	for _, r := range p.Rooms {
		files, lines := r.size()
		t.packages += len(r.Packages)
		t.files += files
		t.lines += lines
	}
	for _, a := range p.Arrows {
		if a.Up {
			t.upArrows++
			t.upImports += len(a.Imports)
		}
	}
	for _, c := range p.Circles {
		t.widest = max(t.widest, len(c.Files))
		if len(c.Files) > wideCircle {
			t.wide++
		}
	}
	return t
}
