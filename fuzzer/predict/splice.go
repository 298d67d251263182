package predict

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
)

// flowStates bounds the search of a joined program.
const flowStates = 50_000

// firstAdopted is the number of the first goroutine of another recording that joins one.
// Recorded goroutines have smaller numbers, and addresses larger ones.
const firstAdopted trace.G = 1 << 31

// An otherRecording is another recording of a test: see ProgramOptions.OtherRecordings.
type otherRecording struct {
	process  *process
	test     string
	root     trace.G // that runs the test
	programs []*condvar.Program
	counts   map[trace.G]uint16 // Aux of the go statement of each goroutine
}

// wholePrograms are copies of the programs to be joined with other recordings, or with each
// other. A joined one may need what Reduce drops.
func (opt *ProgramOptions) wholePrograms(programs []*condvar.Program, quiet bool) (whole []*condvar.Program) {
	if opt.OtherRecordings == "" && len(programs) == 1 && !quiet || opt.BuildOnly {
		return nil
	}
	for _, q := range programs {
		if q.Statements() <= MaxStatements && len(q.Threads) <= MaxThreads {
			whole = append(whole, q.Clone())
		}
	}
	return whole
}

// joinFlows searches the programs of a process in which goroutines take the control flow that
// a further recording of their test has of them. Their deadlocks are added after the rest.
func (s *ProgramResults) joinFlows(ctx context.Context, p *process, programs []*condvar.Program, opt ProgramOptions, deadline time.Duration) {
	if len(programs) == 0 || p.target == nil || opt.OtherRecordings == "" {
		return
	}
	runs := s.furtherRuns(ctx, p, opt.OtherRecordings, deadline)
	if len(runs) == 0 {
		return
	}
	for _, q := range programs {
		p.nameObjects(q)
	}
	var found []*GeneralizedDeadlock
	for i, run := range runs {
		until := s.shareOf(deadline, len(runs)-i)
		for _, q := range programs {
			found = append(found, s.joinRun(ctx, p, q, run, opt, until)...)
		}
	}
	s.addNew(found)
}

// addNew adds what no other program has shown.
func (s *ProgramResults) addNew(found []*GeneralizedDeadlock) {
	for _, d := range found {
		if !slices.ContainsFunc(s.Deadlocks, func(o *GeneralizedDeadlock) bool { return o.ID == d.ID }) {
			s.Deadlocks = append(s.Deadlocks, d)
		}
	}
}

// joinRun searches one program with the control flows of one further recording.
func (s *ProgramResults) joinRun(ctx context.Context, p *process, q *condvar.Program, run *otherRecording, opt ProgramOptions, deadline time.Duration) (found []*GeneralizedDeadlock) {
	is := p.runsTest(q, run.test)
	if is < 0 {
		return nil
	}
	for _, other := range run.programs {
		of := slices.IndexFunc(other.Threads, func(t *condvar.Thread) bool { return t.G == run.root })
		if of < 0 {
			continue
		}
		joined, more := condvar.Splice(q, other, map[int]int{of: is})
		s.more += asInt(more)
		for i, j := range joined {
			p.adopt(j, len(q.Threads), run)
			found = append(found, s.searchJoined(ctx, p, j, opt, s.shareOf(deadline, len(joined)-i))...)
		}
	}
	return found
}

// searchJoined looks for the deadlocks of a joined program.
func (s *ProgramResults) searchJoined(ctx context.Context, p *process, j condvar.SplicedProgram, opt ProgramOptions, deadline time.Duration) (found []*GeneralizedDeadlock) {
	opt.Search.MaxStates = flowStates
	j.Reduce()
	s.total++
	for _, one := range s.search(ctx, j.Program, opt, deadline) {
		for _, d := range one.result.Deadlocks {
			stuck := p.stuck(one.Program, d)
			stuck.SplicedFrom, stuck.Holds = p.flowTexts(j), j.Holds
			for t, th := range one.Threads {
				if slices.ContainsFunc(j.Spliced, func(of int) bool { return j.Threads[of].G == th.G }) {
					stuck.Known[stuck.Index(t)] = true // on its own way it may do so
				}
			}
			found = append(found, stuck)
		}
	}
	return found
}

func asInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// runsTest is the thread of a program that runs a test, or -1.
func (p *process) runsTest(q *condvar.Program, name string) int {
	return slices.IndexFunc(q.Threads, func(t *condvar.Thread) bool { return t.Test && p.tests[t.G] == name })
}

// flowTexts are the places at which the goroutines were started that go another way.
func (p *process) flowTexts(j condvar.SplicedProgram) (texts []string) {
	for _, t := range j.Spliced {
		text := "the test itself"
		if stack, ok := p.created[j.Threads[t].G]; ok && !j.Threads[t].Test {
			text = p.siteText(stack)
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

// nameObjects gives each object the name of its class: an instance is known in its own
// recording only.
func (p *process) nameObjects(q *condvar.Program) {
	for i := range q.Objects {
		if q.Objects[i].ID != 0 {
			q.Objects[i].Name = p.objectName(q, i)
		}
	}
}

// adopt gives the goroutines that only a further recording has, from the n-th thread on, an
// identity in this one. Their creators come before them.
func (p *process) adopt(j condvar.SplicedProgram, n int, run *otherRecording) {
	for _, th := range j.Threads[min(n, len(j.Threads)):] {
		creator, stack := j.Threads[th.Parent].G, p.stackOf(run.process.trace, run.process.created[th.G])
		abs, _ := trace.DeriveG(p.abstractions(creator), p.trace.Places[stack], run.counts[th.G])
		p.adopted++
		th.G = firstAdopted + p.adopted
		p.gabs[th.G], p.created[th.G], p.tests[th.G] = &abs, stack, p.tests[creator]
	}
}

// stackOf is the stack of another recording in this one.
func (p *process) stackOf(t *trace.Trace, id trace.StackID) trace.StackID {
	if id == 0 {
		return 0
	}
	if p.stacks == nil {
		p.stacks = map[string]trace.StackID{}
		for own := range p.trace.Stacks {
			p.stacks[stackKey(p.trace, own)] = own
			p.lastStack = max(p.lastStack, own)
		}
	}
	key := stackKey(t, id)
	own, known := p.stacks[key]
	if !known {
		p.lastStack++
		own = p.lastStack
		p.stacks[key], p.trace.Stacks[own], p.trace.Places[own] = own, t.Stacks[id], t.Places[id]
	}
	return own
}

func stackKey(t *trace.Trace, id trace.StackID) string {
	return fmt.Sprint(t.Places[id], t.Stacks[id])
}

// furtherRuns reads the recordings in a directory that are of tests of a process, with their
// programs in the words of that process. It takes half of the time until a deadline; the search has the rest.
func (s *ProgramResults) furtherRuns(ctx context.Context, p *process, dir string, deadline time.Duration) (runs []*otherRecording) {
	names, err := record.Traces(dir)
	if err != nil {
		return nil // none was made
	}
	targets, err := record.Targets(dir)
	if err != nil {
		return nil
	}
	if deadline != never {
		limited, stop := context.WithTimeout(ctx, max(deadline-s.clock.now(), 0)/2)
		defer stop()
		ctx = limited
	}
	for i, name := range names {
		if ctx.Err() != nil {
			s.unread += len(names) - i
			break
		}
		t, _, err := wire.ReadFileContext(ctx, name)
		if err != nil {
			continue
		}
		target := targets[t.Header[trace.HeaderTag]]
		if target == nil || target.Explored == nil || target.Package != p.target.Package {
			continue
		}
		if run := s.furtherRun(ctx, p, t, target); run != nil {
			runs = append(runs, run)
		}
	}
	return runs
}

// furtherRun makes the programs of a further recording, nil where it says nothing.
func (s *ProgramResults) furtherRun(ctx context.Context, p *process, t *trace.Trace, target *record.Target) *otherRecording {
	o := newProcess(ctx, t, target, s.from)
	lastAlloc := map[uint64]int{}
	run := &otherRecording{process: o, test: target.Explored.Test, counts: map[trace.G]uint16{}}
	o.each("naming goroutines", func(i int, e *trace.Event) {
		o.identify(i, *e, lastAlloc)
		switch {
		case e.Op == trace.OpGo:
			run.counts[trace.G(e.Obj)] = e.Aux
		case e.Op == trace.OpTest && o.tests[e.G] == run.test:
			run.root = e.G // a run of the base schedule may come before
		}
	})
	if ctx.Err() != nil || run.root == 0 || incomplete(o, t) {
		return nil
	}
	programs, err := condvar.Build(ctx, o.objects, t, s.Table)
	if err != nil {
		return nil
	}
	for _, q := range programs {
		o.nameObjects(q)
		q.EachStatement(func(st *condvar.Stmt) { st.Source.Stack = p.stackOf(t, st.Source.Stack) })
		if q.Statements() <= MaxStatements && len(q.Threads) <= MaxThreads {
			run.programs = append(run.programs, q)
		}
	}
	return run
}
