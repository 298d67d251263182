package explored

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// TestSets: sets are read by the build that has written them, and by no other one.
func TestSets(t *testing.T) {
	name := filepath.Join(t.TempDir(), "sets.json")
	f, other, err := ReadSets(name, "one")
	if err != nil || other || len(f.Sets) != 0 {
		t.Fatalf("no file is read as %+v, %t, %v", f, other, err)
	}
	learned, complaint := explore.Parse("strategy=hapset runs=3 seen=5.1")
	if complaint != "" {
		t.Fatal(complaint)
	}
	f.Learn([]*explorer.Result{
		{Package: "m", Test: "TestA", State: explorer.State{Config: learned}},
		{Package: "m", Test: "TestB", State: explorer.State{Config: config.Config{Strategy: "hapset", Runs: 1}}},
	})
	if err := f.Write(name); err != nil {
		t.Fatal(err)
	}
	if g, other, err := ReadSets(name, "one"); err != nil || other || g.Sets["m"]["TestA"] != "5.1" || len(g.Sets["m"]) != 1 {
		t.Errorf("read as %+v, %t, %v", g, other, err)
	}
	if g, other, err := ReadSets(name, "two"); err != nil || !other || len(g.Sets) != 0 {
		t.Errorf("another build reads %+v, %t, %v", g, other, err)
	}
	if err := os.WriteFile(name, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ReadSets(name, "one"); err == nil {
		t.Error("a file of something else is read")
	}
}
