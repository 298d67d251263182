package explore_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// The shards of dpor have all orders of a test together, and the deadlock that one of them finds is
// that of all. The other shards have a candidate.
func TestExploreShardsOfOrders(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "exploreshardsoforders")
	args := []string{"explore", "-C=" + dir, "-json", "-x=strategy=dpor", "-runs=10000"}
	one, status, stderr := runtest.Invoke(t, append(args, ".")...)
	if len(one.Findings) != 1 || !strings.Contains(stderr, "TestRingWell") {
		t.Fatalf("findings %v\n%s", one.Findings, stderr)
	}
	files, names := t.TempDir(), []string(nil)
	for _, shard := range []string{"1/3", "2/3", "3/3"} {
		names = append(names, filepath.Join(files, shard[:1]))
		_, _, stderr := runtest.Invoke(t, append(slices.Clone(args), "-shard="+shard, "-results="+names[len(names)-1], ".")...)
		if n := strings.Count(stderr, "all schedules of shard "+shard+": all orders"); n != 2 {
			t.Errorf("shard %s\n%s", shard, stderr)
		}
	}
	doc, merged, stderr := runtest.Invoke(t, append([]string{"explore", "-C=" + dir, "-json", "-merge", "-keep=" + files}, names...)...)
	if !slices.Equal(ids(doc), ids(one)) || merged != status || doc.Findings[0].Status != report.StatusConfirmed {
		t.Errorf("exit status %d, findings %v, want %v\n%s", merged, doc.Findings, one.Findings, stderr)
	}
	if n := strings.Count(stderr, "all schedules: all orders"); n != 2 {
		t.Error(stderr)
	}
}

// The shards of a matrix make the runs of one command, and have its findings.
func TestExploreShards(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "explored")
	args := []string{"explore", "-C=" + dir, "-json", "-x=strategy=pos", "-runs=200", "-run=TestCycle|TestFails|TestSumWell"}
	one, want, stderr := runtest.Invoke(t, append(args, ".")...)
	if count(t, stderr, "TestSumWell") != "200" || len(one.Findings) != 2 {
		t.Fatalf("findings %v\n%s", one.Findings, stderr)
	}
	files := t.TempDir()
	var names []string
	for _, shard := range []string{"1/3", "2/3", "3/3"} {
		names = append(names, filepath.Join(files, "s"+shard[:1]+".jsonl"))
		runtest.Invoke(t, append(slices.Clone(args), "-shard="+shard, "-results="+names[len(names)-1], ".")...)
	}
	merged := func(names ...string) []string {
		return append([]string{"explore", "-C=" + dir, "-json", "-merge", "-keep=" + files}, names...)
	}
	doc, status, stderr := runtest.Invoke(t, merged(names...)...)
	if !slices.Equal(ids(doc), ids(one)) || status != want || count(t, stderr, "TestSumWell") != "200" {
		t.Errorf("exit status %d, findings %v, want %v\n%s", status, ids(doc), ids(one), stderr)
	}
	if got, want := classes(doc), classes(one); !maps.Equal(got, want) || want["TestCycle"] < 3 {
		t.Errorf("classes of runs %v, want %v", got, want)
	}
	for _, f := range doc.Findings {
		if f.Explored == nil {
			t.Errorf("%s has lost its schedule", f.ID)
		}
		if f.Check == report.CheckSchedule {
			continue // it is replayed elsewhere
		}
		again, _, stderr := runtest.Invoke(t, "replay", "-json", "-C="+dir, strings.TrimPrefix(f.Replay, "deadlocklint replay "))
		if !slices.Contains(ids(again), f.ID) {
			t.Errorf("findings %v, want %s\n%s", ids(again), f.ID, stderr)
		}
	}
	change := func(name, old, new string) string {
		b, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(b, []byte(old)) {
			t.Fatalf("%s has no %q: %v", name, old, err)
		}
		other := filepath.Join(files, "other.jsonl")
		if err := os.WriteFile(other, bytes.Replace(b, []byte(old), []byte(new), 1), 0o600); err != nil {
			t.Fatal(err)
		}
		return other
	}
	for want, args := range map[string][]string{
		"shard 3/3 is missing": merged(names[:2]...),
		"are the same shard":   merged(names[0], names[1], names[1]),
		"commands, ":           merged(names[0], names[1], change(names[2], "-seed=0", "-seed=1")),
	} {
		if err := runtest.Refused(t, args...); !strings.Contains(err, want) || strings.Contains(err, "\n") {
			t.Errorf("want %q: %s", want, err)
		}
	}
	for old, want := range map[string]string{
		runtime.Version(): "builds, with", `"deadlocklint_explored":2`: "reads 2; make it again", `{"end"`: "is damaged", `"Interrupted":false`: "was interrupted",
	} {
		new := map[string]string{runtime.Version(): "go1.1", `"deadlocklint_explored":2`: `"deadlocklint_explored":9`, `{"end"`: "{", `"Interrupted":false`: `"Interrupted":true`}[old]
		if err := runtest.Refused(t, merged(names[0], names[1], change(names[2], old, new))...); !strings.Contains(err, want) || strings.Contains(err, "\n") {
			t.Errorf("want %q: %s", want, err)
		}
	}
}

func ids(doc report.Document) (list []string) {
	for _, f := range doc.Findings {
		list = append(list, f.ID)
	}
	slices.Sort(list)
	return list
}

// count is the number of schedules that a line about a test tells.
func count(t *testing.T, stderr, test string) string {
	t.Helper()
	m := regexp.MustCompile(test + `: (\d+) schedules? in`).FindStringSubmatch(stderr)
	if m == nil {
		t.Fatalf("%s is not told of\n%s", test, stderr)
	}
	return m[1]
}

// classes are those of the runs of each test.
func classes(doc report.Document) map[string]int {
	n := map[string]int{}
	for _, c := range doc.Stats.Coverage {
		n[c.Test] = c.Classes
	}
	return n
}
