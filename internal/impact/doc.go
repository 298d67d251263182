// Package impact tells which code a change of a program impacts: the impacted code points of
// change-aware preemption prioritization (Jagannath, Luo, Marinov, ISSTA 2011).
//
// A change is a list of [Hunk], lines that differ from an earlier revision. [Of] finds them in
// the syntax and the types of the packages of today. [Points.Ranges] returns the lines that
// one of the paper's seven matches takes for impacted. An exploration visits schedules
// first that preempt there.
//
// Steps of the paper, and their form in Go:
//
//	changed lines                    those of a hunk; of a deletion the lines around it
//	a synchronized region changed    a call or operation that synchronises was added or deleted: all lines of the function
//	class                            the methods of the receiver's type; else the file
//	fields of changed lines          struct fields and package variables; an access of them anywhere counts
//	fields that callees access       those of functions that a changed line calls, and of all methods that a call through
//	                                 an interface may reach in these packages
//
// The package runs no program and reads no repository.
package impact
