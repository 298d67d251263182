package log4j1

import "testing"

func TestReconfiguration(t *testing.T) {
	root := &category{name: "root"}
	child := &category{name: "child", parent: root}
	console, file := &appender{}, &appender{}
	root.add(console)
	child.add(console)
	run(root, child, file, 2)
	got := len(console.lines) + len(file.lines) + int(root.dropped.Load())
	if got != 6 {
		t.Errorf("%d records were written or dropped, want 6", got)
	}
}
