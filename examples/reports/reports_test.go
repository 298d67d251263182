package reports

import (
	"sync"
	"testing"
)

func TestReport(t *testing.T) {
	db := New(2)
	var wg sync.WaitGroup
	wg.Go(func() { db.Report(1) })
	wg.Go(func() { db.Report(1) })
	wg.Wait()
}
