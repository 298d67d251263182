package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// protocols measures the stages of typestate on kernels of the thesis's subjects,
// and each stage by itself on made input.
type protocols struct {
	rounds int
	only   string
	tries  int
}

func protocolFlags(fs *flag.FlagSet) measurement {
	p := &protocols{}
	fs.IntVar(&p.rounds, "rounds", 7, "how often each kernel is run in each way; the minimum counts")
	fs.IntVar(&p.tries, "tries", 5, "confirming runs per violation")
	fs.StringVar(&p.only, "only", "", "kernels, separated by commas, \"none\" for the other tables alone")
	return p.measure
}

// A kernel is a program in the directory typestate with the row of table 9.3 for
// the Java program that it stands for. Times are in milliseconds.
type kernel struct {
	name                           string
	args                           []string // of a measured run
	normal, seqs, learn, typestate int      // theirs
	reported, real, threads        int
}

var kernels = []kernel{
	{"tornado", []string{"-n=4000"}, 4141, 4125, 1235, 4140, 6, 0, 40},
	{"cache4j", []string{"-n=1500"}, 4250, 90421, 1228, 99609, 3, 0, 10},
	{"hedc", []string{"-n=500"}, 2813, 2829, 1352, 2766, 5, 0, 5},
	{"weblech", []string{"-n=200"}, 1079, 2641, 1353, 1609, 6, 1, 3},
	{"jspider", []string{"-n=2000"}, 641, 922, 1233, 781, 7, 0, 5},
	{"ftpserver", []string{"-n=100"}, 4890, 8109, 152, 8125, 8, 0, 40},
	{"jigsaw", []string{"-n=130"}, 39031, 39000, 1352, 39000, 12, 0, 30},
}

func (p *protocols) measure(ctx context.Context, e *environment) ([]table, error) {
	ours := table{title: "Subjects of table 9.3", head: []string{
		"kernel", "run, CPU ms", "collect, CPU ms", "ratio", "calls", "mine, ms", "check, ms", "violations", "refuted", "reported", "real",
		"theirs: ratio", "reported", "real",
	}}
	tool := filepath.Join(e.dir, "deadlocklint")
	building := exec.CommandContext(ctx, "go", "build", "-o", tool, "./cmd/deadlocklint")
	building.Dir = ".."
	if out, err := building.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building deadlocklint: %w\n%s", err, out)
	}
	for _, k := range kernels {
		if p.only != "" && !slices.Contains(strings.Split(p.only, ","), k.name) {
			continue
		}
		row, err := p.kernel(ctx, e, k, tool)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.name, err)
		}
		ours.row(row...)
	}
	ours.notes = []string{
		fmt.Sprintf("run: built with the ordinary Go; collect: the calls of all types recorded into a file; CPU time, user and system, of the process, minimum of %d interleaved runs each. ", p.rounds) +
			"mine: all automata from the sequences of one run; check: all of them against every order that was possible; CPU time of this process. " +
			"violations: of one deadlocklint typestate check with the kernel's default arguments. refuted: made to happen and went well, in up to " + fmt.Sprint(p.tries) + " runs, or withdrawn; the check shows these with -v alone. reported: the others; real: made to happen, and the call failed or panicked.",
		"theirs: the time to collect sequences over that of the normal run, and what was reported and found real by hand, from table 9.3. Their programs are whole Java programs, ours are kernels of how these use goroutines: the columns are beside each other, not comparable one to one.",
	}
	mining, err := miningTable()
	if err != nil {
		return nil, err
	}
	lattices, err := p.latticeTable(ctx)
	if err != nil {
		return nil, err
	}
	return []table{ours, mining, lattices}, nil
}

// kernel measures one.
func (p *protocols) kernel(ctx context.Context, e *environment, k kernel, tool string) ([]string, error) {
	say("%s", k.name)
	pkg := "./" + filepath.ToSlash(filepath.Join("typestate", k.name))
	out := filepath.Join(e.dir, k.name+".calls")
	if err := os.MkdirAll(out, 0o700); err != nil {
		return nil, err
	}
	calls, err := sites.Rewrite(ctx, sites.Options{Dir: ".", Patterns: []string{pkg}, Out: out})
	if err != nil {
		return nil, err
	}
	plain, err := e.build(ctx, build{name: k.name + ".native", dir: ".", pkg: pkg})
	if err != nil {
		return nil, err
	}
	told, err := e.build(ctx, build{name: k.name + ".told", dir: ".", pkg: pkg, instrumented: true, overlay: calls.Overlay})
	if err != nil {
		return nil, err
	}
	recording := filepath.Join(e.dir, k.name+".recording")
	var normal, collect time.Duration
	for range p.rounds {
		err := unlessItFails(func() (err error) {
			normal, err = fastest(ctx, normal, plain, k.args, nil)
			return err
		})
		if err != nil {
			return nil, err
		}
		err = unlessItFails(func() (err error) {
			if err := errors.Join(os.RemoveAll(recording), os.MkdirAll(recording, 0o700)); err != nil {
				return err
			}
			collect, err = fastest(ctx, collect, told, k.args, []string{boundary.EnvMode + "=1", boundary.EnvDir + "=" + recording})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	st, err := stagesOf(recording, calls)
	if err != nil {
		return nil, err
	}
	verdicts, err := p.verdicts(ctx, tool, pkg)
	if err != nil {
		return nil, err
	}
	return append([]string{
		k.name, ms(normal), ms(collect), number(collect.Seconds()/normal.Seconds(), 2), fmt.Sprint(st.calls), ms(st.mine), ms(st.check),
	}, append(verdicts, number(float64(k.seqs)/float64(k.normal), 2), fmt.Sprint(k.reported), fmt.Sprint(k.real))...), nil
}

// maxFailures is how often a run may fail by the error that its kernel stands for.
const maxFailures = 20

// unlessItFails runs a kernel until it ends well: weblech has the error of the
// thesis, which some runs show.
func unlessItFails(run func() error) (err error) {
	for range maxFailures {
		var exit *exec.ExitError
		if err = run(); !errors.As(err, &exit) {
			return err
		}
	}
	return err
}

func ms(d time.Duration) string { return number(d.Seconds()*1000, 1) }

// fastest runs a program and returns the smaller of its CPU time and best, which
// is 0 at first.
func fastest(ctx context.Context, best time.Duration, program string, args, env []string) (time.Duration, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env, cmd.Stderr = append(off(os.Environ()), env...), os.Stderr
	if err := cmd.Run(); err != nil {
		return 0, err
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if best == 0 || cpu < best {
		best = cpu
	}
	return best, nil
}

// stages is the cost of the analysis of a recording.
type stages struct {
	calls       int
	mine, check time.Duration
}

func stagesOf(dir string, table *sites.Table) (st stages, err error) {
	names, err := record.Traces(dir)
	if err != nil {
		return st, err
	}
	if len(names) != 1 {
		return st, fmt.Errorf("%d recordings in place of one", len(names))
	}
	t, err := wire.ReadFile(names[0])
	if err != nil {
		return st, err
	}
	r := readCalls(t, table)
	st.calls = len(r.Calls)
	var automata []*automaton.Automaton
	start := ownCPU()
	for _, typ := range racing(r) {
		q := &mine.Sequences{}
		r.Sequences(typ, nil, q)
		a, err := mine.Mine(typ, q.Of(typ), mine.Options{})
		if errors.Is(err, mine.ErrTooLarge) {
			continue
		}
		if err != nil {
			return st, err
		}
		automata = append(automata, a)
	}
	st.mine = ownCPU() - start
	start = ownCPU()
	for _, a := range automata {
		r.Check(a, typestate.Options{})
	}
	st.check = ownCPU() - start
	return st, nil
}

func readCalls(t *trace.Trace, table *sites.Table) *typestate.Recording {
	return typestate.Read(t, "", func(id int) string {
		s, _ := table.Site(id)
		return s.Method
	})
}

// racing are the types of objects in a race.
func racing(r *typestate.Recording) []string {
	var list []string
	for _, race := range r.Races(typestate.Soft) {
		list = append(list, race.Type)
	}
	slices.Sort(list)
	return list
}

// lastLine is the last line of deadlocklint typestate check.
var lastLine = regexp.MustCompile(`(\d+) violations: (\d+) confirmed, (\d+) not decided, (\d+) harmless`)

// verdicts returns the numbers of violations, of those that are refuted, of those that are
// reported, and of the real ones.
func (p *protocols) verdicts(ctx context.Context, tool, pkg string) ([]string, error) {
	cmd := exec.CommandContext(ctx, tool, "typestate", "check", "-program", fmt.Sprintf("-tries=%d", p.tries), pkg)
	cmd.Env = off(os.Environ())
	if cache := os.Getenv("DEADLOCKLINT_CACHE"); cache != "" {
		cmd.Env = append(cmd.Env, "DEADLOCKLINT_CACHE="+cache)
	}
	out, err := cmd.CombinedOutput()
	m := lastLine.FindStringSubmatch(string(out))
	if m == nil {
		return nil, fmt.Errorf("typestate check: %w\n%s", err, out)
	}
	all, _ := strconv.Atoi(m[1]) // digits
	refuted, _ := strconv.Atoi(m[4])
	return []string{m[1], m[4], strconv.Itoa(all - refuted), m[2]}, nil
}
