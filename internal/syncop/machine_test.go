package syncop

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// machine is a function of jumps, as generators write it for a state machine: each state reads the fields p and data several
// times, changes p, and jumps to other states.
func machine(states int) string {
	var b strings.Builder
	b.WriteString("package p\ntype m struct {\n\tdata []byte\n\tp, pe, pb int\n\tnext *m\n}\nfunc parse(m *m) int {\n")
	for i := range states {
		fmt.Fprintf(&b, "tr%d:\n\tm.pb = m.p\n", i)
		if i%7 == 0 {
			b.WriteString("\tm.next.p = m.p\n\tm.data[m.pb] = 1\n\tm = m.next\n")
		}
		fmt.Fprintf(&b, "st%d:\n\tif m.p++; m.p == m.pe { goto end }\n", i)
		fmt.Fprintf(&b, "\tswitch m.data[m.p] {\n\tcase 1: goto st%d\n\tcase 2: goto tr%d\n\tcase 3: goto tr%d\n\t}\n", (i*7+3)%states, (i*13+1)%states, i)
		fmt.Fprintf(&b, "\tif 190 <= m.data[m.p] && m.data[m.p] <= 200 { goto st%d }\n\tgoto end\n", (i+1)%states)
	}
	b.WriteString("end:\n\treturn m.pb\n}\n")
	return b.String()
}

// namesOf asks for the access paths of all loads in a function, and returns how many loads there are.
func namesOf(fn *ssa.Function) (count int) {
	f := NewFrame(fn, nil)
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if load, ok := in.(*ssa.UnOp); ok {
				f.AccessPath(load)
				count++
			}
		}
	}
	return count
}

// BenchmarkMachine prints the time for each load: three times as long with 32 times as many states, where each access path once took
// a search of its own.
func BenchmarkMachine(b *testing.B) {
	for _, states := range []int{100, 200, 400, 3200} {
		pkg := built(b, machine(states))
		fn := pkg.Func("parse")
		b.Run(fmt.Sprint(states), func(b *testing.B) {
			loads := 0
			for b.Loop() {
				loads += namesOf(fn)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(loads), "ns/load")
		})
	}
}
