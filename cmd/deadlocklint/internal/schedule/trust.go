package schedule

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
)

// Allow returns an error when a replay of the schedule would execute a program that the
// checkout does not have, unless trust is set. With trust, the flag -trust, it shows the
// command line on w before any program runs.
func (s *Schedule) Allow(w io.Writer, name string, trust bool) error {
	foreign := s.Foreign()
	switch {
	case len(foreign) == 0:
		return nil
	case trust:
		fmt.Fprintf(w, "deadlocklint: -trust runs %s\n", s.CommandLine())
		return nil
	}
	return fmt.Errorf("%s would run %s, and the checkout does not have %s; read the command line, and add -trust to run it", name, s.CommandLine(), strings.Join(foreign, ", "))
}

// Checkout returns the directory of the module that is replayed: that of dir, or, when
// dir is empty, where the schedule was recorded. The latter is the word of the file: it
// counts when this user wrote it, or trusts it. Otherwise the current directory has to
// be in the module.
func (s *Schedule) Checkout(dir string, trust bool) (string, error) {
	if dir == "" && (s.own || trust) {
		if _, err := os.Stat(s.Root); err == nil && s.Root != "" {
			return s.Root, nil
		}
	}
	work, err := module.WorkDir(dir)
	if err != nil {
		return "", err
	}
	root := module.Root(work)
	if s.Module == "" || module.Path(root) == s.Module {
		return root, nil
	}
	return "", fmt.Errorf("the schedule is of the module %s, and %s is not in it; run it in a checkout of that module, or name one with -C", s.Module, work)
}
