// Package explore has the strategies of an exploration by their names: which goroutine runs next, at every point where more
// than one could.
//
// An engine runs one goroutine of a test at a time. [New] makes a strategy from a configuration. The engine calls Begin before
// each run, Next with a point at every choice, and End after the run. The strategies that visit schedules one after the
// other, each once, are a search.Search too: another process can continue them.
//
//	point   what is asked: points, goroutines, steps, and which steps depend on each other
//	random  numbers: the generator of a run, draws of math/rand, the estimate of the number of schedules
//	config  what says which strategy to make, and where it carries on; ascii reads and writes its text
//	order   the base schedule, and what each other choice costs
//	walk    strategies that draw each choice
//	search  searches by the cost of a schedule
//	dpor    searches of one schedule of each class of equal ones
//	causal  searches by the values that steps read
//	steer   strategies that force two accesses, a cycle of locks, or an order of calls
//	auto    the mixture that is the default
//	shrink  smaller schedules that end in the same way
//
// A family knows none of the others, but for auto and shrink, which are made of some. None runs anything, parks a goroutine or
// reads a clock. Next allocates nothing and does not recurse, because the engine calls it on a small stack. The packages
// import each other alone, because package sync of the instrumented standard library links them.
package explore
