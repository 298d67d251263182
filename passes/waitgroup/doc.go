// Package waitgroup reports WaitGroups that are counted wrongly.
//
// # Analyzer waitgroup
//
// waitgroup: report WaitGroup.Add in the goroutine that is waited for, and goroutines that return without Done
//
// Add must happen before Wait. In the goroutine itself it may come too late:
//
//	go func() { wg.Add(1); defer wg.Done(); … }() // wrong: Wait may return before Add
//
// And a goroutine that returns early without Done leaves Wait waiting:
//
//	go func() {
//		if err := f(); err != nil {
//			return // wrong: no Done
//		}
//		wg.Done()
//	}()
//
// Add before the go statement, and defer Done:
//
//	wg.Add(1)
//	go func() { defer wg.Done(); … }() // right
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore waitgroup the caller holds a count
package waitgroup
