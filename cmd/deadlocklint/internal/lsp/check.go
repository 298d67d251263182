package lsp

import (
	"context"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// A running check is the check that is under way.
type running struct {
	cancel context.CancelFunc
	dirs   []string
	read   map[string]string // files as they were when it began; nil before they are read
}

// checker checks what is due and publishes, until ctx ends.
func (s *Server) checker(ctx context.Context) {
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-poll.C:
		}
		for root, dirs := range s.takeDue() {
			s.check(ctx, root, dirs)
		}
		s.readResults()
		s.publish(ctx)
	}
}

// takeDue returns the directories to check, by module.
func (s *Server) takeDue() map[string][]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	byModule := map[string][]string{}
	for dir := range s.due {
		if root := moduleOf(dir); root != "" && len(goFiles(dir)) > 0 {
			byModule[root] = append(byModule[root], dir)
		}
	}
	clear(s.due)
	for _, dirs := range byModule {
		slices.Sort(dirs)
	}
	return byModule
}

// check runs go vet. A check that is cancelled changes nothing.
func (s *Server) check(ctx context.Context, root string, dirs []string) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	now := &running{cancel: cancel, dirs: dirs}
	s.mu.Lock()
	s.now = now
	s.mu.Unlock()
	read := readAll(dirs)
	s.mu.Lock()
	now.read = read
	s.mu.Unlock()
	end := s.begin(s.ctx, "checking "+packages(root, dirs), cancel)
	found, err := vet(ctx, s.opt.Self, root, dirs)
	end()
	s.mu.Lock()
	s.now = nil
	cancelled := ctx.Err() != nil
	if !cancelled {
		for file, list := range found {
			s.static[file], s.checked[file] = list, read[file]
		}
	}
	s.mu.Unlock()
	if err != nil && !cancelled {
		s.log(ctx, err.Error())
	}
}

func readAll(dirs []string) map[string]string {
	texts := map[string]string{}
	for _, d := range dirs {
		for _, f := range goFiles(d) {
			if b, err := regular.Read(f, regular.Limit); err == nil {
				texts[f] = string(b)
			}
		}
	}
	return texts
}

// supersede cancels the check that is under way when a file that is saved is not what it
// reads, and makes its directories due again. The caller holds mu.
func (s *Server) supersede(file string) {
	if s.now == nil {
		return
	}
	b, err := regular.Read(file, regular.Limit)
	if was, ok := s.now.read[file]; ok && err == nil && was == string(b) {
		return // saved as it was
	}
	s.now.cancel()
	for _, d := range s.now.dirs {
		s.due[d] = true
	}
}
