package stalls

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
)

// Write writes the trace programs of a recording, the largest one to
// the file and the others to files with numbers in their names.
func Write(ctx context.Context, se *session.Session, name string) error {
	s, err := predict.CheckPrograms(ctx, se.Dir, predict.ProgramOptions{BuildOnly: true}, func(done, total int) {})
	if err != nil {
		return err
	}
	if len(s.Programs) == 0 {
		return errors.New("no goroutine of this recording waits for another one; there is no trace program")
	}
	order := make([]int, len(s.Programs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return s.Programs[b].Stats.Statements - s.Programs[a].Stats.Statements })
	ext := filepath.Ext(name)
	for n, i := range order {
		file := name
		if n > 0 {
			file = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n+1, ext)
		}
		if err := writeProgram(file, s.Programs[i], s.Names[i]); err != nil {
			return err
		}
		st, alone := s.Programs[i].Stats, ""
		if s.Programs[i].OnlyLocks() {
			alone = "; it has nothing but locks, of which the lock graph finds every cycle"
		}
		fmt.Fprintf(se.Streams.Err, "deadlocklint: %s: %d goroutines, %d statements (dropped: %d of locks of one goroutine, %d of locks under which no goroutine waits, %d repeated)%s\n",
			file, len(s.Programs[i].Threads), st.Statements, st.Local, st.Harmless, st.Repeated, alone)
	}
	return nil
}

func writeProgram(file string, p *condvar.Program, texts predict.ProgramNames) error {
	var b bytes.Buffer
	write := condvar.WriteGo
	if filepath.Ext(file) == ".pml" {
		write = condvar.WritePromela
	}
	if err := write(&b, p, condvar.Names{Object: texts.Object, Place: texts.Place}); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}
