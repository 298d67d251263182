//go:build rest

package run_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// TestDPORTable logs how many schedules the strategies need: of dfs a + says that there are more.
// All but hapset find the same ends, and dpor needs the fewest to have seen all.
func TestDPORTable(t *testing.T) {
	t.Parallel()
	const most = 20000
	dir := moduletest.Source(t, "dpor")
	strategies := []string{"dfs", "icb", "dpor", "hapset"}
	counts, bad := map[string]map[string]int{}, map[string][]string{}
	for _, strategy := range strategies {
		_, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-x=strategy="+strategy, fmt.Sprint("-runs=", most), ".")
		counts[strategy] = map[string]int{}
		for _, m := range exploredLine.FindAllStringSubmatch(stderr, -1) {
			counts[strategy][m[1]], _ = strconv.Atoi(m[2])
			if strings.Contains(m[3], "ends: deadlock") {
				bad[strategy] = append(bad[strategy], m[1])
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| test | %s |\n|---|---|---|---|---|\n", strings.Join(strategies, " | "))
	for name := range counts["dpor"] {
		fmt.Fprintf(&b, "| %s", name)
		for _, strategy := range strategies {
			more := ""
			if counts[strategy][name] == most {
				more = "+"
			}
			fmt.Fprintf(&b, " | %d%s", counts[strategy][name], more)
		}
		b.WriteString(" |\n")
		if counts["dpor"][name] > counts["dfs"][name] {
			t.Errorf("%s: dpor visits %d schedules, dfs %d", name, counts["dpor"][name], counts["dfs"][name])
		}
	}
	lines := strings.Split(b.String(), "\n")
	slices.Sort(lines[2 : len(lines)-1])
	t.Log("\n" + strings.Join(lines, "\n"))
	for _, strategy := range strategies {
		if strategy != "hapset" && !slices.Equal(bad[strategy], bad["dpor"]) {
			t.Errorf("%s finds %v, dpor %v", strategy, bad[strategy], bad["dpor"])
		}
	}
}
