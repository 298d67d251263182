package mysqllog

import "testing"

func TestLog(t *testing.T) {
	s := run(3, 2)
	if rows, entries := s.table.count(), s.log.entries(); rows != 6 || entries != rows {
		t.Errorf("%d rows, %d entries in the log, want 6", rows, entries)
	}
}
