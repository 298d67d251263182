package boundary

import "testing"

// TestFiles reads the name of each kind of file as it was written.
func TestFiles(t *testing.T) {
	for kind, want := range map[FileKind]string{
		TraceFile: "t.1f.ab.dltrace", VerdictFile: "v.1f.ab", LeftFile: "l.1f.ab", StatsFile: "s.1f.ab",
	} {
		var room [64]byte
		name := string(room[:kind.Put(room[:], 0x1f, 0xab)])
		if got, process := FileOf(name); name != want || got != kind || process != "1f" {
			t.Errorf("%s is read as %q of process %q", name, got, process)
		}
	}
	for _, name := range []string{"", "ledger", "t.dltrace", "target.json"} {
		if kind, process := FileOf(name); process != "" {
			t.Errorf("%q is a file %q of process %q", name, kind, process)
		}
	}
}
