// Package mhp proves that two operations of a program never happen in parallel.
// It is the source of the word infeasible: a candidate deadlock whose goroutines
// can never wait at the same time cannot happen. The name is that of the field,
// may-happen-in-parallel analysis (Naumovich and Avrunin, FSE 1998).
//
// # How a datum flows
//
// [Load] brings a program into SSA form and asks for all callers of each function.
// caller.go has the calls. open.go has the functions with callers that the SSA form
// does not show. A candidate is a list of [Side], one for each goroutine, written as
// the places of a report. site.go finds the instructions at these places.
// [Program.Exclude] tries each pair of sides with three proofs.
//
// Order (order.go): there is one function F below which all executions of both
// operations happen (ancestor.go). Within one activation of F, one operation is over
// before the other begins, in one of these orders:
//
//   - The goroutine of F runs both operations, one after the other.
//   - The later operation is in a goroutine whose go statement comes after the earlier
//     one.
//   - A WaitGroup orders them (join.go).
//   - The goroutine of the earlier operation signals last on a channel
//     (join_channel.go).
//   - There are as many receives as started goroutines (join_count.go).
//
// The activations of F do not meet: there is one of it, or its locks are new in each
// (fresh.go). Package initialisation is ordered before all else (initial.go). A
// function that a Once calls is ordered before all code after a Do of that Once
// (once.go). Functions that are sent on a channel run where they are received
// (queue.go).
//
// Gate (gate.go): both operations are under one lock. hold.go shows that the lock
// is held on every path, accesspath.go that it is one object, and release.go that no other
// function can release it. An instance of a type guards its own
// fields only, which instance.go shows.
//
// Apart (apart.go): one operation waits for a lock of other variables and allocations
// than those whose locks the other goroutine holds.
//
// # Limits
//
// A proof holds for every run, every input and every caller. Any goroutine may call
// some functions at any time. These are functions whose value is taken, methods of a
// type in an interface, exported functions of a library, and tests. They are [Open],
// and proofs that need their callers fail.
//
// Locks that are passed by pointer, copied, overwritten or reached by reflection are no
// gates. Neither are locks that a package with unsafe or C knows. Other channels, Once,
// TryLock and conditions of branches order nothing here. A lock that no goroutine takes
// exclusively is no proof here.
//
// Packages of other modules are known by their types. They are taken not to link to
// symbols of packages that they do not import. Writes of package unsafe from one
// field of a struct to the fields beside it are not seen either.
//
// Exclude returns no proof and the reasons ([Refusal]) instead. No proof does not
// mean that the candidate can happen.
package mhp
