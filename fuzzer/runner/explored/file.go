// Package explored is the file in which the runner keeps the results of an exploration. Another
// command reads it, to merge the shards of a matrix or to carry on after an interrupt.
//
// A [File] has what was explored in its [Header], a [explorer.Result] for each test, and
// the findings with their schedules. A schedule has its finding in it, and that is not written twice. It is written as JSON, a line for each of them, and
// whole or not at all. [Merge] makes one of several.
//
// The package judges nothing and runs nothing. It checks a file that it reads, since
// the file may come from another machine.
package explored

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/regular"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Version is that of the file. It changes when a field is renamed, removed or read in
// another way.
const Version = 2

// A File has the explorations of one command.
type File struct {
	Header   Header
	Results  []*explorer.Result
	Findings []Finding
	End      End
}

// A Header says what was explored. Files with different ones are not put together.
type Header struct {
	Version int      `json:"deadlocklint_explored"`
	Module  string   // path
	Go      string   // version of the toolchain
	Command []string // flags and packages that decide what is explored
	Build   []string // flags of the go command
	Source  string   // hash of the module's files
	Shard   int      `json:",omitempty"` // from 0
	Shards  int      `json:",omitempty"` // 0 for none
}

// An End is the last line.
type End struct {
	Stats       report.Stats
	Failed      bool // the build failed, or a test does under the base schedule
	Interrupted bool // not everything was explored
}

// A line has one of these fields.
type line struct {
	Header  *Header          `json:"header,omitempty"`
	Test    *explorer.Result `json:"test,omitempty"`
	Finding *Finding         `json:"finding,omitempty"`
	End     *End             `json:"end,omitempty"`
}

// Write writes the file, whole or not at all.
func (f *File) Write(name string) error {
	lines := []line{{Header: &f.Header}}
	for _, r := range f.Results {
		lines = append(lines, line{Test: kept(r)})
	}
	for i := range f.Findings {
		lines = append(lines, line{Finding: &f.Findings[i]})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	for _, l := range append(lines, line{End: &f.End}) {
		if err := e.Encode(l); err != nil {
			return fmt.Errorf("cannot write %s: %w; please report that", name, err)
		}
	}
	part := name + ".part"
	err := os.WriteFile(part, b.Bytes(), 0o666)
	if err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		_ = os.Remove(part) // it may not be there
		return fmt.Errorf("cannot write the exploration: %w; name another file with -results", err)
	}
	return nil
}

// kept is the part of a result that the file keeps: a test that is finished needs no place to carry on.
func kept(r *explorer.Result) *explorer.Result {
	own := *r
	own.Endings = slices.Clone(r.Endings)
	for i := range own.Endings {
		own.Endings[i].Trail = "" // it is gone with the session
	}
	if r.Orders != nil {
		own.Orders = kept(r.Orders)
		own.Orders.State.Config.Place = nil
	}
	if r.Stop != explorer.StopInterrupt {
		own.State.Config.Place = nil
	}
	return &own
}

// Read reads a file. Each error is one line that names the file.
func Read(name string) (*File, error) {
	b, err := regular.Read(name, regular.Limit)
	if err != nil {
		return nil, fmt.Errorf("%w; name a file that explore -results has written", err)
	}
	f, err := parse(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

func parse(b []byte) (*File, error) {
	f := &File{}
	ended := false
	n := 0
	for text := range bytes.Lines(b) {
		n++
		var l line
		if err := json.Unmarshal(text, &l); err != nil || ended {
			return nil, fmt.Errorf("line %d is damaged; make the file again with explore -results", n)
		}
		switch {
		case n == 1 && (l.Header == nil || l.Header.Version == 0):
			return nil, errors.New("it is no file of explore -results; name one")
		case n == 1 && l.Header.Version != Version:
			return nil, fmt.Errorf("it has version %d, and this deadlocklint reads %d; make it again with explore -results", l.Header.Version, Version)
		case l.Header != nil:
			f.Header = *l.Header
		case l.Test != nil:
			f.Results = append(f.Results, l.Test)
		case l.Finding != nil:
			f.Findings = append(f.Findings, *l.Finding)
		case l.End != nil:
			f.End, ended = *l.End, true
		}
	}
	if n == 0 || !ended {
		return nil, errors.New("its end is missing; make it again with explore -results")
	}
	if h := f.Header; h.Shards < 0 || h.Shards > config.MaxShards || h.Shard < 0 || h.Shards > 0 && h.Shard >= h.Shards {
		return nil, fmt.Errorf("it is shard %d of %d, which there is not; make it again with explore -results", h.Shard, h.Shards)
	}
	return f, nil
}
