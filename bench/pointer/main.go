// Command pointer measures package pointer on a module: CPU time and memory of
// loading, SSA, the call graph and the analysis, each apart, and how precise
// the receivers of mutex methods are. It prints one line a step.
//
//	$ cd bench
//	$ go run ./pointer -dir PATH-OF-A-MODULE [-graph rta|vta|none] [PATTERN...]
//
// The roots are the main packages among the patterns and, with -library, all
// functions and methods of the packages that match.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"syscall"
	"time"

	"github.com/deadlocklint/deadlocklint/pointer"
	"golang.org/x/tools/go/callgraph"
	"golang.org/x/tools/go/callgraph/rta"
	"golang.org/x/tools/go/callgraph/vta"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "pointer:", err)
		os.Exit(1)
	}
}

func run() error {
	dir := flag.String("dir", ".", "module to analyse")
	graph := flag.String("graph", "rta", "how the call graph is made: rta (then vta over what it reaches), none (left to package pointer)")
	library := flag.Bool("library", false, "all functions of the matched packages are roots, too")
	profile := flag.String("cpuprofile", "", "write a profile of the analysis to `FILE`")
	show := flag.Int("show", 0, "print the `N` receivers with the largest sets")
	least := flag.Int("least", 16, "of those with more than `N` places or an unseen one")
	flag.Parse()

	m := &meter{}
	initial, err := load(*dir, flag.Args())
	if err != nil {
		return err
	}
	m.step("load", "%d packages", len(initial))
	prog, pkgs := ssautil.AllPackages(initial, ssa.InstantiateGenerics)
	prog.Build()
	m.step("ssa", "")

	c := &pointer.Config{Mains: ssautil.MainPackages(pkgs)}
	if *library {
		c.Roots = functionsOf(pkgs)
	}
	if *graph == "rta" {
		c.CallGraph = callGraph(c)
		m.step("rta, vta", "%d functions", len(c.CallGraph.Nodes))
	}
	addReceivers(c, prog)
	m.step("queries", "%d", len(c.Queries))
	stop, err := startProfile(*profile)
	if err != nil {
		return err
	}
	result, err := pointer.Analyze(c)
	stop()
	if err != nil {
		return err
	}
	m.step("pointer", "%s", result.Stats)
	report(result, *show, *least)
	return nil
}

func startProfile(file string) (stop func(), err error) {
	if file == "" {
		return func() {}, nil
	}
	f, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	return pprof.StopCPUProfile, pprof.StartCPUProfile(f)
}

func load(dir string, patterns []string) ([]*packages.Package, error) {
	initial, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: dir}, patterns...)
	if err == nil && packages.PrintErrors(initial) > 0 {
		err = errors.New("the module does not compile: build it with go build first")
	}
	return initial, err
}

// functionsOf returns the functions and methods that the packages declare.
func functionsOf(pkgs []*ssa.Package) []*ssa.Function {
	var list []*ssa.Function
	for fn := range ssautil.AllFunctions(pkgs[0].Prog) {
		for _, p := range pkgs {
			if fn.Pkg == p && fn.Parent() == nil && fn.Synthetic == "" {
				list = append(list, fn)
			}
		}
	}
	return list
}

// callGraph is the call graph that a whole-program driver has anyway.
func callGraph(c *pointer.Config) *callgraph.Graph {
	roots := append([]*ssa.Function(nil), c.Roots...)
	for _, p := range c.Mains {
		roots = append(roots, p.Func("init"), p.Func("main"))
	}
	reached := rta.Analyze(roots, true)
	functions := map[*ssa.Function]bool{}
	for fn := range reached.Reachable {
		functions[fn] = true
	}
	return vta.CallGraph(functions, reached.CallGraph)
}

// addReceivers asks about the receivers of all calls of mutex methods.
func addReceivers(c *pointer.Config, prog *ssa.Program) {
	for fn := range ssautil.AllFunctions(prog) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if callee := call.Common().StaticCallee(); callee != nil && isMutexMethod(callee.String()) {
					c.AddQuery(call.Common().Args[0])
				}
			}
		}
	}
}

func isMutexMethod(name string) bool {
	return strings.HasPrefix(name, "(*sync.Mutex).") || strings.HasPrefix(name, "(*sync.RWMutex).")
}

// report prints how large the sets are.
func report(r *pointer.Result, show, least int) {
	buckets := map[string]int{}
	order := []string{"not analysed", "not covered", "unseen objects, too", "0", "1", "2 to 4", "5 to 16", "more"}
	longest := 0
	for _, p := range r.Queries {
		buckets[bucket(p)]++
		longest = max(longest, p.PointsTo().Len())
	}
	for _, name := range order {
		fmt.Printf("%8d  %s\n", buckets[name], name)
	}
	fmt.Printf("%8d  places in the largest set\n", longest)
	for v, p := range r.Queries {
		if n := p.PointsTo().Len(); show > 0 && (n > least || len(p.Causes()) > 0) {
			show--
			fmt.Println(v.Parent(), n, p.Causes(), p.PointsTo())
		}
	}
}

func bucket(p pointer.Pointer) string {
	n := p.PointsTo().Len()
	switch {
	case !p.Analysed():
		return "not analysed"
	case !p.Covered():
		return "not covered"
	case len(p.Causes()) > 0:
		return "unseen objects, too"
	case n < 2:
		return fmt.Sprint(n)
	case n <= 4:
		return "2 to 4"
	case n <= 16:
		return "5 to 16"
	}
	return "more"
}

// A meter prints what steps cost this process.
type meter struct{ cpu time.Duration }

func (m *meter) step(name, format string, args ...any) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		fmt.Println("no figures:", err)
		return
	}
	cpu := time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	fmt.Printf("%-10s %6.2f CPU s  peak %5d MB  heap %5d MB  %s\n", name, (cpu - m.cpu).Seconds(), usage.Maxrss>>10, mem.HeapAlloc>>20, fmt.Sprintf(format, args...))
	m.cpu = cpu
}
