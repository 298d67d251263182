package thrift

import "testing"

func TestTasks(t *testing.T) {
	if ran := run(2, 5); ran != 5 {
		t.Errorf("the workers ran %d tasks, want 5", ran)
	}
}
