package ending

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

// undecided has a clause for each mechanism that the runs used and that no schedule decides.
func undecided(in boundary.Input) string {
	var list []string
	for _, m := range []struct {
		in    boundary.Input
		words string
	}{
		{boundary.Children, "what child processes do"},
		{boundary.FileLocks, "who holds file locks"},
		{boundary.Connections, "what connections and pipes have"},
		{boundary.Signals, "when signals come"},
		{boundary.CCode | boundary.Callbacks, "what C code does"},
		{boundary.Shared, "what shared memory has"},
		{boundary.Calls, "what other system calls answer"},
		{boundary.Pools, "what a sync.Pool gives back"},
		{boundary.Collector, "when the collector runs, and finalizers and weak pointers with it"},
		{boundary.Figures, "the runtime's own figures"},
	} {
		if in&m.in != 0 {
			list = append(list, m.words)
		}
	}
	if last := len(list) - 1; last > 0 {
		return strings.Join(list[:last], ", ") + " or " + list[last]
	}
	return strings.Join(list, "")
}
