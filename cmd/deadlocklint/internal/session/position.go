package session

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Root is the directory of the main module: positions are relative to it.
func (se *Session) Root() string { return module.Root(se.Work) }

// Pos writes a position relative to the main module, without a column: Go records none.
func (se *Session) Pos(f trace.Frame) string {
	file := module.Relative(se.Root(), f.File)
	if se.Shadow != nil {
		file = strings.Replace(file, se.Shadow.Dir, "$GOROOT", 1)
	}
	return fmt.Sprintf("%s:%d", file, f.Line)
}

// Does reports whether the operation at a position of a report is op. known is false where
// the source has none that can wait, as at a loop over a channel.
func (se *Session) Does(pos, op string) (does, known bool) {
	file, line, column := report.SplitPos(pos)
	if !filepath.IsAbs(file) {
		file = filepath.Join(se.Root(), filepath.FromSlash(file))
	}
	return se.source().does(file, line, column, op)
}

// source is the source that was read so far.
func (se *Session) source() columns {
	if se.columns == nil {
		se.columns = columns{}
	}
	return se.columns
}

// Step is an operation with its place. The place has a column where its line has only one
// operation of that kind on that object.
func (se *Session) Step(op string, p predict.Place, object string) report.Step {
	s := report.Step{Op: op, Object: object, Class: p.Class, Pos: se.Pos(p.Frame), Func: p.Frame.Func}
	if col := se.source().at(p.Frame.File, p.Frame.Line, op, p.Class, p.Frame.Func); col > 0 {
		s.Pos = fmt.Sprintf("%s:%d", s.Pos, col)
	}
	return s
}
