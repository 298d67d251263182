package session

import (
	"fmt"
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

// Step is an operation with its place. The place has a column where its line has only one
// operation of that kind on that object.
func (se *Session) Step(op string, p predict.Place, object string) report.Step {
	if se.columns == nil {
		se.columns = columns{}
	}
	s := report.Step{Op: op, Object: object, Class: p.Class, Pos: se.Pos(p.Frame), Func: p.Frame.Func}
	if col := se.columns.at(p.Frame.File, p.Frame.Line, op, p.Class); col > 0 {
		s.Pos = fmt.Sprintf("%s:%d", s.Pos, col)
	}
	return s
}
