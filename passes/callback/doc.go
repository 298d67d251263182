// Package callback reports functions of the user that are called with a lock
// held.
//
// # How a datum flows
//
// The open calls of lockfacts, which are those through interfaces and function
// values, and the open calls behind these, are compared with what a package leaves to
// its users ([hooks]): then with the exported functions that take the same lock, since
// those are what a user may call.
//
// # Analyzer callback
//
// callback: report calls of the user's functions with a lock held that the user may need
//
// A package with hooks does not know what a hook calls. With a lock held, a hook cannot
// call any function of the package that takes the lock:
//
//	type Config struct{ OnLeave func(name string) }
//
//	func (l *List) Remove(name string) { l.mu.Lock(); defer l.mu.Unlock(); …; l.conf.OnLeave(name) } // wrong
//	func (l *List) Names() []string    { l.mu.Lock(); defer l.mu.Unlock(); … }
//
// A hook that asks for the names waits for ever. Call it when the lock is released:
//
//	func (l *List) Remove(name string) { l.mu.Lock(); …; l.mu.Unlock(); l.conf.OnLeave(name) } // right
//
// A function of the user is a method of an exported interface that no type of the
// package has, or whose object an exported function was given, or a function value in an
// exported field, or in a field, variable or container that an exported function stores
// its parameter in, or what is in it. It is reported when an
// exported function takes the same lock before it returns, also where the package calls
// another one, through an interface, that calls what the user gave it. What an exported function
// is given and calls before it returns (Each(func…)) is not reported, since its
// caller sees both. Neither are methods that take arguments of any type as
// fmt.Printf does, which are for logging.
//
// This check is off by default: whether a user calls back is not known, so a
// report says what users must not do, and many packages document just that.
// Switch it on with -enable callback. When the program has a hook that does call
// back, doublelock reports it by default.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore callback documented: OnLeave must not call back
package callback
