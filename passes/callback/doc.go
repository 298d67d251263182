// Package callback reports functions of the user that are called with a lock
// held.
//
// # How a datum flows
//
// Package lockfacts supplies the unresolved calls of each function: calls through
// interfaces and function values, and the unresolved calls after these. The check
// keeps the calls whose target a user of the package supplies ([hooks]). It reports
// such a call when an exported function takes a lock that the call holds, since the
// user's function may call it.
//
// # Analyzer callback
//
// callback: report calls of the user's functions with a lock held that the user may need
//
// A package with hooks does not know what a hook calls. While a lock is held, a hook
// cannot call any function of the package that takes the lock:
//
//	type Config struct{ OnLeave func(name string) }
//
//	func (l *List) Remove(name string) { l.mu.Lock(); defer l.mu.Unlock(); …; l.conf.OnLeave(name) } // wrong
//	func (l *List) Names() []string    { l.mu.Lock(); defer l.mu.Unlock(); … }
//
// A hook that asks for the names waits for ever. Release the lock before the call:
//
//	func (l *List) Remove(name string) { l.mu.Lock(); …; l.mu.Unlock(); l.conf.OnLeave(name) } // right
//
// These are functions of the user:
//
//   - A method of an exported interface that no type of the package has.
//   - A method of an exported interface, called on an object that an exported function
//     was given.
//   - A function value in an exported field.
//   - A function value in a field, variable or container in which an exported function
//     stores its parameter.
//   - A function value inside such a parameter.
//
// A call of such a function is reported when an exported function takes the same lock
// before it returns. The call may also be in another function, which the package calls
// through an interface and to which the user gave the function.
//
// Two kinds of calls are not reported. An exported function such as Each(func…) may
// call its argument before it returns: its caller sees both. Methods that take
// arguments of any type, as fmt.Printf does, are for logging.
//
// This check is off by default, because the program does not show whether a user calls
// back. A report names a call that users must not make, and many packages document this
// rule. Switch the check on with -enable callback. A call back that is in the program
// is a doublelock report, and that check is on by default.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore callback documented: OnLeave must not call back
package callback
