package boundary

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// Runtime is the functions that package runtime of the instrumented standard library
// lends to the agent. It sets them before any package of the program is initialised. In the
// driver they do nothing, and tests put their own there.
var Runtime = struct {
	Getenv   func(name string) string
	ReadFile func(name string, buf []byte) int // the whole file, at most len(buf) bytes; -1 when it cannot be read
	Text     func() uintptr                    // address of the program's code

	// Of a confirming run.
	SetEdges      func(n uint32)
	HandedAt      func(site uint64)
	SetChan       func(site uint64, receives, handed bool)
	Register      func(request func(read bool, obj uintptr, stack uint64) (edge int, gate bool), alloc func(base, size uintptr, abs [4]uint64), stats func(room []byte) int)
	RegisterSteps func(stop func(site uint64, abs [4]uint64) int, choose func(site uint64, abs [4]uint64) uint32)
	RegisterCalls func(arrives func(site uint32, obj, g uint64) int, mayGo, isDone func(obj uint64, step int) bool)
	JumpAhead     func(most int64)
	AddCore       func(g uint64, abstraction uint8)
	Self          func(stack uint64, sites []uint64) (goid uint64, abs [4]uint64, site uint64, held int)

	// Of an exploration.
	Exploring    func() bool
	RegisterNext func(next func(p *point.Point, forced int) int)
	RegisterDraw func(draw func(d *random.Draw, forced int64) (code uint32, chosen bool)) // forced is negative for no code
	RunOnce      func(body func(), seed uint64) (end End, steps uint32, hash uint64, goroutines uint32, class uint64)
	NameRun      func(run int)
	Follow       func(on bool)
	Leftovers    func() int
	Inputs       func() Input
	RunOrder     func() uint64
	SetAside     func(on bool)
	SetEarly     func(most, stall int64)
	SetTimers    func() bool // whether a run has set a timer
	SetLives     func(on bool)
	SetSteps     func(every, own bool)
	LastStep     func() *point.Point
	SpotAt       func(i int) (site uint64, chose, ok bool)
	SpotsMore    func() bool
	WentEarly    func(i int) (span, stall int64, place uintptr, ok bool)
	AddImpact    func(onStack bool, file string, from, to int) // a change impacts these lines
	AddSite      func(s Site, list int, anyObject bool)        // an access that is forced, as in Sites.Lists
}{
	Getenv:   func(string) string { return "" },
	ReadFile: func(string, []byte) int { return -1 },
	Text:     func() uintptr { return 0 },
	SetEdges: func(uint32) {},
	HandedAt: func(uint64) {},
	SetChan:  func(uint64, bool, bool) {},
	Register: func(func(bool, uintptr, uint64) (int, bool), func(uintptr, uintptr, [4]uint64), func([]byte) int) {
	},
	RegisterSteps: func(func(uint64, [4]uint64) int, func(uint64, [4]uint64) uint32) {},
	RegisterCalls: func(func(uint32, uint64, uint64) int, func(uint64, int) bool, func(uint64, int) bool) {},
	JumpAhead:     func(int64) {},
	AddCore:       func(uint64, uint8) {},
	Self:          func(uint64, []uint64) (goid uint64, abs [4]uint64, site uint64, held int) { return },
	Exploring:     func() bool { return false },
	RegisterNext:  func(func(*point.Point, int) int) {},
	RegisterDraw:  func(func(*random.Draw, int64) (uint32, bool)) {},
	RunOnce:       func(func(), uint64) (end End, steps uint32, hash uint64, goroutines uint32, class uint64) { return },
	NameRun:       func(int) {},
	Follow:        func(bool) {},
	Leftovers:     func() int { return 0 },
	Inputs:        func() Input { return 0 },
	RunOrder:      func() uint64 { return 0 },
	SetAside:      func(bool) {},
	SetEarly:      func(int64, int64) {},
	SetTimers:     func() bool { return false },
	SetLives:      func(bool) {},
	SetSteps:      func(bool, bool) {},
	LastStep:      func() *point.Point { return nil },
	SpotAt:        func(int) (site uint64, chose, ok bool) { return },
	SpotsMore:     func() bool { return false },
	WentEarly:     func(int) (span, stall int64, place uintptr, ok bool) { return },
	AddImpact:     func(bool, string, int, int) {},
	AddSite:       func(Site, int, bool) {},
}
