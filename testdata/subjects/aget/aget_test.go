package aget

import "testing"

func TestDownload(t *testing.T) {
	d := newDownload(12, 3)
	if percent := d.run(2); percent != 100 {
		t.Errorf("%d %% of the file are written", percent)
	}
	if len(d.saved) != 3 {
		t.Errorf("%d offsets are saved, want 3", len(d.saved))
	}
}
