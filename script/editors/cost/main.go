// Cost has a conversation with a language server and prints its cost. It prints the
// time from opening a file until its findings are shown, and the same after edits. It
// prints CPU seconds, and the most memory of the server and of all its processes.
//
// Cost adds a file to a package and opens it. The file has a mistake that the checks of
// go vet find, and another that our checks find. An edit adds another pair of mistakes,
// or takes it away again. So a measurement ends with a finding and not with silence.
// Cost removes the file at the end.
//
//	cost -dir MODULE -package DIR -want SOURCE[,SOURCE] [-edits N] SERVER [ARGUMENT...]
//
// A SOURCE is the source of a diagnostic, as the server names it. It is "printf" for a
// check of go vet, "lockorder" for ours in gopls, and "deadlocklint" in deadlocklint
// lsp.
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
