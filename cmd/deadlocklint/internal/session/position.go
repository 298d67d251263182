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

// Pos writes a position relative to the main module; Go records no columns.
func (se *Session) Pos(f trace.Frame) string {
	file := module.Relative(se.Root(), f.File)
	if se.Shadow != nil {
		file = strings.Replace(file, se.Shadow.Dir, "$GOROOT", 1)
	}
	return fmt.Sprintf("%s:%d:1", file, f.Line)
}

func (se *Session) Step(op string, p predict.Place, object string) report.Step {
	return report.Step{Op: op, Object: object, Class: p.Class, Pos: se.Pos(p.Frame), Func: p.Frame.Func}
}
