package aget

import "testing"

// Sized has n workers, with two pieces each.
func Sized(t *testing.T, n int) {
	if percent := newDownload(int64(4*n), n).run(2); percent != 100 {
		t.Errorf("%d %% of the file are written", percent)
	}
}
