// Package once reports a sync.Once that is entered again from within itself.
//
// # Analyzer once
//
// once: report sync.Once.Do called from the function that it runs
//
// Do returns only after the first call of its function has returned. A call of
// Do on the same Once from within that function waits for itself:
//
//	func (c *Config) load() { c.once.Do(func() { c.path(); … }) }
//	func (c *Config) path() string { c.load(); … } // wrong
//
// Let the function use what it is about to set up directly:
//
//	c.once.Do(func() { c.pathLoaded(); … }) // right
//
// Calls between the two are followed. A Once also counts as a lock for the
// lock order: see lockorder.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore once another instance
package once
