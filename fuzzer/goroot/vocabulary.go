package goroot

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// numbers are constants of the packages with hooks. Files of the original have hooks, too, so no
// import can bring them there.
var numbers = []struct {
	name  string
	value uint64
}{
	{"ModeRecord", boundary.ModeRecord}, {"ModeAgent", boundary.ModeAgent}, {"ModeSerial", boundary.ModeSerial}, {"ModeExplore", boundary.ModeExplore},
	{"ViaSyncMap", uint64(trace.ViaSyncMap)}, {"ViaPool", uint64(trace.ViaPool)}, {"ViaTimer", uint64(trace.ViaTimer)},
	{"ViaFinalizer", uint64(trace.ViaFinalizer)}, {"ViaCleanup", uint64(trace.ViaCleanup)}, {"ViaCoroutine", uint64(trace.ViaCoroutine)},
	{"FlagTry", trace.FlagTry}, {"FlagRead", trace.FlagRead}, {"FlagRW", trace.FlagRW},
	{"FlagLast", trace.FlagLast}, {"FlagFirst", trace.FlagFirst}, {"FlagForeign", trace.FlagForeign},
	{"LeftRuns", uint64(trace.LeftRuns)}, {"LeftBlocked", uint64(trace.LeftBlocked)},
	{"LeftLeaked", uint64(trace.LeftLeaked)}, {"LeftMoved", uint64(trace.LeftMoved)},
	{"KindMutex", uint64(trace.KindMutex)}, {"KindRWMutex", uint64(trace.KindRWMutex)}, {"KindCond", uint64(trace.KindCond)},
	{"KindWaitGroup", uint64(trace.KindWaitGroup)}, {"KindOnce", uint64(trace.KindOnce)},
	{"LostNearly", trace.LostNearly}, {"LostFull", trace.LostFull}, {"LostRun", trace.LostRun},
	{"LostRunNearly", trace.LostRunNearly}, {"LostDisk", trace.LostDisk},
	{"TableStacks", trace.TableStacks}, {"TableFrames", trace.TableFrames}, {"TableTexts", trace.TableTexts}, {"TableCounts", trace.TableCounts},
	{"TableTypes", trace.TableTypes}, {"TableWords", trace.TableWords}, {"TableAccesses", trace.TableAccesses},
	{"Version", trace.Version}, {"ChunkMagic", trace.ChunkMagic},
	{"HookSite", trace.HookSite}, {"HookShift", trace.HookShift}, {"MaxChans", pauses.MaxChans},
	{"FilePrints", uint64(boundary.FilePrints)}, {"FileUses", uint64(boundary.FileUses)}, {"FileCloses", uint64(boundary.FileCloses)},
}

// texts are constants of these packages, too.
var texts = []struct{ name, value string }{
	{"FileMagic", trace.FileMagic}, {"CallWrapper", trace.CallWrapper},
	{"HeaderGo", trace.HeaderGo}, {"HeaderOS", trace.HeaderOS}, {"HeaderArch", trace.HeaderArch}, {"HeaderText", trace.HeaderText},
	{"HeaderCode", trace.HeaderCode}, {"HeaderFold", trace.HeaderFold}, {"HeaderConditions", trace.HeaderConditions},
	{"HeaderPID", trace.HeaderPID}, {"HeaderArg0", trace.HeaderArg0}, {"HeaderMain", trace.HeaderMain}, {"HeaderTag", trace.HeaderTag},
	{"HeaderCwd", trace.HeaderCwd}, {"HeaderAtomics", trace.HeaderAtomics}, {"HeaderMemory", trace.HeaderMemory},
}

// kinds are those of operations on an atomic variable or a sync.Map. Grow is an update that adds.
var kinds = []string{"Load", "Store", "Update", "Grow"}

// readings are the ways to read a variable of a condition. Nil reads 1 where the word is not 0. Length is
// a bit for the length of a slice or string.
var readings = []string{"None", "Bool", "Int8", "Int16", "Int32", "Int64", "Uint8", "Uint16", "Uint32", "Uint64", "Nil", "", "", "", "", "", "Length"}

// vocabulary writes what the packages with hooks share with package trace, and with each other: numbers
// as constants, and the layout of a record. It is the same text each time, or everything would be
// compiled again.
func vocabulary(pkg string) []byte {
	var b strings.Builder
	constant := func(name string, value uint64) { fmt.Fprintf(&b, "\tdl%s = %d\n", name, value) }
	fmt.Fprintf(&b, "package %s\n\nconst (\n", pkg)
	for op := trace.Op(1); op < 255; op++ {
		if op.Valid() {
			constant("Op_"+op.String(), uint64(op))
		}
	}
	for _, n := range numbers {
		constant(n.name, n.value)
	}
	for _, t := range texts {
		fmt.Fprintf(&b, "\tdl%s = %q\n", t.name, t.value)
	}
	for i, name := range kinds {
		constant(name, uint64(i))
	}
	for i, name := range readings {
		if name != "" {
			constant("As"+name, uint64(i))
		}
	}
	b.WriteString(")\n")
	if pkg == "runtime" {
		b.WriteString("\n// A dlRecord is a trace.Event.\ntype dlRecord struct {\n")
		for _, f := range reflect.VisibleFields(reflect.TypeFor[trace.Event]()) {
			fmt.Fprintf(&b, "\t%s %s\n", strings.ToLower(f.Name), f.Type.Kind())
		}
		b.WriteString("}\n")
	}
	return []byte(b.String())
}
