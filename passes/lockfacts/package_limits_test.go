package lockfacts

import "testing"

// TestContextEndsWithDone: the context of a reporter ends when the caller closes Options.Done, and not before.
func TestContextEndsWithDone(t *testing.T) {
	done := make(chan struct{})
	ctx := (&Reporter{Facts: &Result{done: done}}).Context()
	if err := ctx.Err(); err != nil {
		t.Fatalf("before: %v", err)
	}
	close(done)
	<-ctx.Done()
	if ctx.Err() == nil {
		t.Error("done was closed, and the context has no error")
	}
	if err := (&Reporter{Facts: &Result{}}).Context().Err(); err != nil {
		t.Errorf("without Done: %v", err)
	}
}
