// Package waitgroup reports WaitGroups that are counted wrongly.
//
// The check finds operations on a WaitGroup in the function itself and in its function
// literals. It finds Wait and Add also through calls (package lockfacts). A WaitGroup
// that goes where these operations cannot be seen is not reported.
//
// # Analyzer waitgroup
//
// waitgroup: report WaitGroups that are added to too late, never done, or reused too early
//
// # waitgroup-add
//
// Add must happen before Wait. In the started goroutine Add may come too late. So may
// an Add after the start of the goroutine that waits:
//
//	go func() { wg.Add(1); defer wg.Done(); … }() // wrong: Wait may return before Add
//	go func() { wg.Wait(); close(out) }()         // wrong: before any Add
//
// Add before the go statement, and start the waiter last:
//
//	wg.Add(1)
//	go func() { defer wg.Done(); … }() // right
//
// # waitgroup-done
//
// A goroutine that returns early without Done leaves Wait waiting. So does an Add of a
// number that the calls of Done never reach:
//
//	go func() {
//		if err := f(); err != nil {
//			return // wrong: no Done
//		}
//		wg.Done()
//	}()
//
//	go func() { defer wg.Done(); … }() // right
//
// So does Wait in the loop that starts the goroutines, when all of them were added
// before the loop.
//
// # waitgroup-reuse
//
// A WaitGroup can be used again after Wait has returned. A goroutine that waits for one
// round while the next round adds waits for both, or panics:
//
//	for _, r := range rounds { wg.Add(len(r)); …; go func() { wg.Wait(); finished(r) }() } // wrong
//
//	for _, r := range rounds { var wg sync.WaitGroup; wg.Add(len(r)); … } // right
//
// # To silence
//
// This check is off by default, because too few of its reports in released modules are
// proven yet. Switch it on with -enable waitgroup.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore waitgroup the caller holds a count
package waitgroup
