// Cost has a conversation with a language server and prints what it took: the
// time from opening a file until its findings are shown, the same after edits,
// CPU seconds, and the most memory of the server and of all its processes.
//
// The file that is opened is one that it adds to a package, with a mistake that
// the checks of go vet find and one that ours find; an edit adds another pair of
// them, or takes it away again. So the end of a measurement is a finding and no
// silence. The file is removed at the end.
//
//	cost -dir MODULE -package DIR -want SOURCE[,SOURCE] [-edits N] SERVER [ARGUMENT...]
//
// A SOURCE is what the server names as the source of a diagnostic: "printf" for
// go vet's, "lockorder" for ours in gopls, "deadlocklint" in deadlocklint lsp.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	dir := flag.String("dir", ".", "directory of the module")
	pkg := flag.String("package", ".", "directory of the package, below it")
	want := flag.String("want", "", "sources of the diagnostics to wait for, separated by commas")
	edits := flag.Int("edits", 3, "how often the file is changed and saved")
	limit := flag.Duration("limit", 20*time.Minute, "time for one step")
	flag.Parse()
	if *want == "" || flag.NArg() == 0 {
		fail(errors.New("usage: cost -dir MODULE -package DIR -want SOURCE[,SOURCE] [-edits N] SERVER [ARGUMENT...]"))
	}
	p, err := newProbe(filepath.Join(*dir, *pkg))
	if err != nil {
		fail(err)
	}
	stopped := make(chan os.Signal, 1)
	signal.Notify(stopped, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-stopped
		p.remove()
		os.Exit(1)
	}()
	err = measure(p, *dir, flag.Args(), strings.Split(*want, ","), *edits, *limit)
	p.remove()
	if err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "cost:", err)
	os.Exit(1)
}

// measure opens the probe and changes it, and prints a line for each step.
func measure(p *probe, dir string, command, want []string, edits int, limit time.Duration) error {
	s, err := start(dir, command)
	if err != nil {
		return err
	}
	defer s.kill()
	if err := s.open(p); err != nil {
		return err
	}
	if err := s.report("open", want, 1, limit); err != nil {
		return err
	}
	for i := range edits {
		pairs := 2 - i%2
		if err := s.save(p, pairs); err != nil {
			return err
		}
		if err := s.report("edit", want, pairs, limit); err != nil {
			return err
		}
	}
	return nil
}
