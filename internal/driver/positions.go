package driver

import (
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// root is the directory of the main module: positions are relative to it.
func (se *session) root() string { return moduleRoot(se.work) }

// pos writes a position relative to the main module; Go records no columns.
func (se *session) pos(f trace.Frame) string {
	file := relativeTo(se.root(), f.File)
	if se.shadow != nil {
		file = strings.Replace(file, se.shadow.Dir, "$GOROOT", 1)
	}
	return fmt.Sprintf("%s:%d:1", file, f.Line)
}

func (se *session) step(op string, p predict.Place, object string) report.Step {
	return report.Step{Op: op, Object: object, Class: p.Class, Pos: se.pos(p.Frame), Func: p.Frame.Func}
}
