package explored

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Differs names the difference of two headers, apart from the shard; "" when there is
// none.
func (h Header) Differs(o Header) string {
	switch {
	case h.Module != o.Module:
		return fmt.Sprintf("modules, %s and %s", h.Module, o.Module)
	case h.Go != o.Go:
		return fmt.Sprintf("builds, with %s and %s", h.Go, o.Go)
	case !slices.Equal(h.Build, o.Build):
		return fmt.Sprintf("builds, with %q and %q", strings.Join(h.Build, " "), strings.Join(o.Build, " "))
	case h.Source != o.Source:
		return "builds: the files of the module are not the same"
	case !slices.Equal(h.Command, o.Command):
		return fmt.Sprintf("commands, %q and %q", strings.Join(h.Command, " "), strings.Join(o.Command, " "))
	case h.Shards != o.Shards:
		return fmt.Sprintf("matrices, of %d and %d shards", h.Shards, o.Shards)
	}
	return ""
}

// Merge makes one file of all shards of a matrix. Errors name the files.
func Merge(names []string, files []*File) (*File, error) {
	first := files[0]
	if first.Header.Shards == 0 {
		return nil, fmt.Errorf("%s is no shard, so there is nothing to merge; make shards with explore -shard 1/2 -results FILE", names[0])
	}
	of := make([]string, first.Header.Shards)
	m := &File{Header: first.Header}
	m.Header.Shard, m.Header.Shards = 0, 0
	var all []*explorer.Result
	for i, f := range files {
		if d := first.Header.Differs(f.Header); d != "" {
			return nil, fmt.Errorf("%s and %s are of different %s; merge the shards of one command", names[0], names[i], d)
		}
		if before := of[f.Header.Shard]; before != "" {
			return nil, fmt.Errorf("%s and %s are the same shard; name each shard once", before, names[i])
		}
		if f.End.Interrupted {
			return nil, fmt.Errorf("%s was interrupted; carry on with deadlocklint explore -resume %s first", names[i], names[i])
		}
		of[f.Header.Shard] = names[i]
		all = append(all, f.Results...)
		m.Add(f)
	}
	m.End.Stats.Pruned = Pruned(all)
	if i := slices.Index(of, ""); i >= 0 {
		return nil, fmt.Errorf("shard %s is missing; name its file as well", ShardName(i, len(of)))
	}
	for _, r := range m.Results {
		whole(r)
	}
	return m, nil
}

// ShardName is how a shard is written: run n belongs to shard n%shards, and 0 is written
// as the last one.
func ShardName(shard, shards int) string {
	if shard == 0 {
		shard = shards
	}
	return fmt.Sprintf("%d/%d", shard, shards)
}

// whole makes a result of all shards one without shards.
func whole(r *explorer.Result) {
	c := &r.State.Config
	c.Shard, c.Shards, c.Place = 0, 0, nil
}

// Add adds what another command has explored of the same. A finding is known by its id. A deadlock that has happened
// takes the place of a candidate.
func (f *File) Add(o *File) {
	for _, r := range o.Results {
		if i := slices.IndexFunc(f.Results, func(q *explorer.Result) bool { return q.Package == r.Package && q.Test == r.Test }); i >= 0 {
			f.Results[i].Add(r)
		} else {
			own := *r
			own.Endings = slices.Clone(r.Endings)
			f.Results = append(f.Results, &own)
		}
	}
	for _, g := range o.Findings {
		switch i := slices.IndexFunc(f.Findings, func(h Finding) bool { return h.ID == g.ID }); {
		case i < 0:
			f.Findings = append(f.Findings, g)
		case f.Findings[i].Schedule == "" && g.Schedule != "":
			f.Findings[i] = g
		}
	}
	f.End.Failed = f.End.Failed || o.End.Failed
	f.End.Stats = sum(f.End.Stats, o.End.Stats)
}

// Carry adds the explorations of an earlier command up to its interrupt. f says where a test
// continues.
func (f *File) Carry(before *File) {
	own := *before
	own.Results = nil
	for _, r := range before.Results {
		i := slices.IndexFunc(f.Results, func(q *explorer.Result) bool { return q.Package == r.Package && q.Test == r.Test })
		if i < 0 {
			own.Results = append(own.Results, r)
			continue
		}
		q, old := f.Results[i], *r
		state, classes := q.State, explorer.Classes{}
		classes.Then(old.Classes, 0)
		classes.Then(q.Classes, old.Tally.Runs)
		if old.Stop = ""; q.Stop == "" {
			old.Dump = ""
		}
		q.Add(&old)
		q.State, q.Classes = state, classes
	}
	f.Add(&own)
}

func sum(a, b report.Stats) report.Stats {
	a.Tests, a.Processes, a.Events = a.Tests+b.Tests, a.Processes+b.Processes, a.Events+b.Events
	a.Folded, a.Lost, a.Tries = a.Folded+b.Folded, a.Lost+b.Lost, a.Tries+b.Tries
	a.Incomplete = a.Incomplete || b.Incomplete
	a.Limits, a.Damaged, a.Unseen = union(a.Limits, b.Limits), union(a.Damaged, b.Damaged), union(a.Unseen, b.Unseen)
	return a
}

func union(a, b []string) []string {
	list := slices.Clone(a)
	for _, s := range b {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// Report are the findings as a report takes them.
func (f *File) Report() []report.Finding {
	var list []report.Finding
	for _, g := range f.Findings {
		g.Finding.Decides = g.Decides
		list = append(list, g.Finding)
	}
	return list
}
