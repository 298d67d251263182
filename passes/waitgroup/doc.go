// Package waitgroup reports WaitGroups that are counted wrongly.
//
// Operations on a WaitGroup are found in the function itself, in its function
// literals, and, for Wait and Add, through calls (package lockfacts). What goes
// where it cannot be seen is left alone.
//
// # Analyzer waitgroup
//
// waitgroup: report WaitGroups that are added to too late, never done, or reused too early
//
// # waitgroup-add
//
// Add must happen before Wait. In the goroutine itself it may come too late, and
// so may one after the goroutine that waits was started:
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
// A goroutine that returns early without Done leaves Wait waiting, and so does
// adding more than is ever done:
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
// So does Wait in the loop that starts the goroutines, when all were added before it.
//
// # waitgroup-reuse
//
// A WaitGroup can be used again after Wait has returned. When a goroutine waits
// for one round while the next one adds, it waits for both, or panics:
//
//	for _, r := range rounds { wg.Add(len(r)); …; go func() { wg.Wait(); finished(r) }() } // wrong
//
//	for _, r := range rounds { var wg sync.WaitGroup; wg.Add(len(r)); … } // right
//
// # To silence
//
// This check is off by default: of what was read in released modules too little is
// proven yet. Switch it on with
// -enable waitgroup.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore waitgroup the caller holds a count
package waitgroup
