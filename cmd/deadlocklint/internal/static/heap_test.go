package static

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
)

// gcPercent is what the heap grows by between two collections; off is math.MaxUint64.
func gcPercent() uint64 {
	s := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// heapInChild names the variable that makes a test process the child of TestHeap: what it
// says of the heap is not what other tests do to theirs.
const heapInChild = "DEADLOCKLINT_TEST_HEAP"

// TestHeap shows that the first collection is put off, and that the ones after it come
// as they were asked for.
func TestHeap(t *testing.T) {
	if os.Getenv(heapInChild) != "" {
		Heap{64 << 20, 70, 1 << 30}.Start()
		fmt.Println("off", gcPercent() > 1000)
		for gcPercent() != 70 { // as soon as the finalizer has run
			runtime.GC()
		}
		fmt.Println("on 70")
		return
	}
	if out := heapChild(t, heapInChild+"=1"); !strings.Contains(out, "off true\non 70\n") {
		t.Errorf("it says:\n%s", out)
	}
}

// TestGrowthOfLargeHeaps shows that what may be garbage grows no further than with Large bytes in use.
func TestGrowthOfLargeHeaps(t *testing.T) {
	h := Heap{First: 1 << 20, Growth: 200, Large: 1 << 30}
	for used, want := range map[int64]int{0: 200, 1 << 30: 200, 2 << 30: 100, 4 << 30: 50, 1 << 40: 25} {
		if got := h.growth(used); got != want {
			t.Errorf("%d MB in use may grow by %d %%, want %d", used>>20, got, want)
		}
	}
}

// TestHeapIsTold shows that who sets GOGC or GOMEMLIMIT is obeyed.
func TestHeapIsTold(t *testing.T) {
	if os.Getenv(heapInChild) != "" {
		before := gcPercent()
		VetHeap.Start()
		fmt.Println("the same", gcPercent() == before)
		return
	}
	for _, set := range []string{"GOGC=50", "GOMEMLIMIT=1GiB"} {
		if out := heapChild(t, heapInChild+"=1", set); !strings.Contains(out, "the same true\n") {
			t.Errorf("%s: it says:\n%s", set, out)
		}
	}
}

// heapChild runs the test in a process of its own.
func heapChild(t *testing.T, set ...string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(kv string) bool {
		return strings.HasPrefix(kv, "GOGC=") || strings.HasPrefix(kv, "GOMEMLIMIT=")
	}), set...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}
