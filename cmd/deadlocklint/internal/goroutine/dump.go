package goroutine

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// isMain reports whether a frame is the main function that package testing has made.
func isMain(f explorer.Frame) bool { return strings.HasPrefix(f.Pos, "_testmain.go:") }

// maxRunning is how many goroutines of a run that reached its limit are shown.
const maxRunning = 4

// Running are the goroutines of a dump that could run, and where.
func Running(root, dump string) []report.Goroutine {
	list := []report.Goroutine{}
	for i, s := range explorer.Stacks(dump) {
		f, ok := s.Program()
		if !ok || isMain(f) || s.State != "coroutine" && s.State != "runnable" || len(list) == maxRunning {
			continue
		}
		step := report.Step{Op: "run", Func: f.Func, Pos: Position(root, f.Pos)}
		list = append(list, report.Goroutine{Name: fmt.Sprint(i), Steps: []report.Step{step}})
	}
	return list
}

// Numbered are goroutines of two lists, with numbers as names.
func Numbered(spinning, waiting []report.Goroutine) []report.Goroutine {
	gs := slices.Concat(spinning, waiting)
	for i := range gs {
		gs[i].Name = fmt.Sprint(i + 1)
	}
	return gs
}

// Stuck are the goroutines of a dump that wait for others, and where.
func Stuck(root, dump string) (list []report.Goroutine) {
	for _, s := range explorer.OfRun(explorer.Stacks(dump)) {
		op := waitingFor(s.State)
		f, ok := s.Program()
		if op == "" || !ok || isMain(f) || len(list) == maxRunning {
			continue
		}
		list = append(list, report.Goroutine{Steps: []report.Step{{Op: op, Func: f.Func, Pos: Position(root, f.Pos)}}})
	}
	return list
}

// waitingFor is the operation of a goroutine by the state in which Go's dump shows it, "" for another one.
func waitingFor(state string) string {
	for _, w := range []struct{ state, op string }{
		{"chan receive", "recv"}, {"chan send", "send"}, {"select", "select"}, {"sync.Cond.Wait", "wait"}, {"sync.WaitGroup.Wait", "wgwait"}, {"semacquire", "wgwait"},
		{"sync.Mutex.Lock", "lock"}, {"sync.RWMutex.Lock", "lock"}, {"sync.RWMutex.RLock", "rlock"},
	} {
		if strings.HasPrefix(state, w.state) {
			return w.op
		}
	}
	return ""
}

// Parked is the operation in which Go's dump shows a goroutine.
func Parked(se *session.Session, state string, at explorer.Frame) report.Step {
	op := waitingFor(state)
	if op == "" || op == "lock" {
		op = "request"
	}
	return frameStep(se, op, at)
}

// frameStep is an operation at a frame of a dump.
func frameStep(se *session.Session, op string, at explorer.Frame) report.Step {
	file, line, _ := report.SplitPos(at.Pos)
	return se.Step(op, predict.Place{Op: op, Frame: trace.Frame{Func: at.Func, File: file, Line: line}}, "")
}

// Position names the file of a position as reports do.
func Position(root, pos string) string {
	file, line, _ := report.SplitPos(pos)
	if line == 0 {
		return pos
	}
	at := token.Position{Filename: module.Relative(root, file), Line: line}
	return at.String()
}
