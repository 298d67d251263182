package oracle

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/internal/oracle/generate"
	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
)

// A Case is a program, its truth and its text.
type Case struct {
	generate.Drawn
	Source program.Source
}

// A Batch is the programs of one Go package.
type Batch struct {
	Cases []Case
}

// Draw draws size programs, numbered from first. The last one hangs when it is run: tests
// after a test that hangs would not run at all.
func Draw(seed uint64, first, size int) (*Batch, error) {
	lot := &Batch{}
	for i := range size {
		d, err := generate.Program(seed, first+i, size > 1 && i == size-1)
		if err != nil {
			return nil, err
		}
		if err := lot.add(d); err != nil {
			return nil, err
		}
	}
	return lot, nil
}

func (l *Batch) add(d generate.Drawn) error {
	src, err := d.Program.Source()
	if err != nil {
		return err
	}
	l.Cases = append(l.Cases, Case{d, src})
	return nil
}

// goMod makes a module of a lot.
const goMod = "module example.com/oracle\n\ngo 1.24\n"

// Write writes the lot into dir, a module of its own.
func (l *Batch) Write(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot make the directory of the programs: %w; name another one", err)
	}
	files := map[string][]byte{"go.mod": []byte(goMod)}
	for _, c := range l.Cases {
		files[c.Source.Name] = c.Source.Text
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return fmt.Errorf("cannot write a program: %w; name another directory", err)
		}
	}
	return nil
}
