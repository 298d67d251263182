package logger

import "testing"

func TestFilter(t *testing.T) {
	m := &manager{loggers: map[string]*logger{}}
	h := &handler{}
	m.add("disk", h)
	m.add("net", h)
	run(m, []string{"disk", "net"}, 2)
	if n := len(h.records); n < 2 || n > 4 {
		t.Errorf("%d records, want 2 to 4", n)
	}
	if m.get("disk").filter.Load() != nil {
		t.Error("the filter stays")
	}
}
