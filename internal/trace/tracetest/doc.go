// Package tracetest makes traces for tests: from a few readable lines, from
// txtar cases, and at random.
//
// # Lines
//
// A statement is one event; a line feed or ';' ends it, # begins a comment.
// Goroutines and objects have names instead of numbers:
//
//	t1 go t2
//	t1 lock a @transfer:12<main:7; t1 lock b +try; t1 unlock b; t1 unlock a
//	t2 rlock r; t2 runlock r
//	t1 wgadd w 1; t1 makechan c 8; t1 sent c t2; t1 oncedone o +first
//	t1 test TestX; t1 acquire k timer; t1 select 2; t1 folded 12
//
// A statement is GOROUTINE OPERATION [OBJECT] [ARGUMENT] and then, in any order, +FLAG
// and @STACK. The operation is a name of the table in package trace. The table says
// whether there is an object, and which kind of argument. A stack is FUNC:LINE, from
// the innermost outwards with '<' between; all is in the file t.go.
//
// The names t1, t2, ... stand for the goroutines 1, 2, ...; other names get numbers
// that are free. Sequence numbers count from 1. An object is an RWMutex when it is ever
// locked in shared mode, or when an rw statement names it. Its events have the flags
// that say so.
//
// Two statements are no events of their own:
//
//	class a p.Server.mu   # makes a part of an allocation: two events of t1 at this place
//	rw a                  # a is a RWMutex though no goroutine takes it in shared mode
//
// And join is short for a WaitGroup, written as the events it would cause:
//
//	t1 go t2     # with a join: wgadd t2.done 1 before it
//	t2 exit      # with a join: wgadd t2.done -1 before it
//	t1 join t2   # wgwait t2.done, wgdone t2.done
//
// # Cases
//
// A case is a txtar file with a comment that describes it, and the sections trace and
// expect. The section trace has lines as above, or the text form of package wire. See
// [Run].
//
// The package does not judge analyses: the caller reads the section expect.
package tracetest
