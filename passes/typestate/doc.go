// Package typestate follows objects along the paths of a function by the
// automata of their types: the protocols that runs are checked against.
//
// # How a datum flows
//
// [newProtocols] gathers automata: those in comments on types, in the file
// deadlocklint.typestate of the module, and the shipped ones. A [walker] goes
// over the paths of a function in SSA form, which package lockfacts has built.
// An object is born where a function returns it that the automaton names, and
// is followed through variables, φs, conversions and the fields of its maker's
// result. Conditions prune paths: an object does not exist where its maker has
// failed, and what is asked twice has one answer. What other functions do with
// an object is an [effect]: found by the same walk for functions of the package,
// a fact for those of imported ones, a table for the standard library. Whatever
// else happens to an object makes it somebody else's: nothing is said about it
// from then on. A function that does nothing with a new object but return it, or a
// struct that has it in a field, makes objects as well: see [maker].
//
// Objects that were not born in the function (parameters, fields) are in any
// state at first; what is called on them tells which.
//
// # Limits
//
// A function with more than maxPaths states on its paths is left out. So are
// automata with more than maxStates states; the report names both limits and the
// packages in which they were reached. Mined automata are left out, as they
// forbid what was not seen. Objects kept in fields are forgotten at any call that may assign
// to them. A call in a loop stands for one object at a time.
//
// # Analyzer typestate
//
// typestate: report objects used against the protocol of their type, or not brought to its end
//
// # unfinished
//
// A file, response, transaction or buffer that is not closed on a path:
//
//	f, err := os.Create(name)
//	if err != nil {
//		return err
//	}
//	if _, err := f.Write(data); err != nil {
//		return err // wrong: f stays open
//	}
//	return f.Close()
//
// Defer what ends its use, or end it on each path:
//
//	defer f.Close() // right
//
// Known are os.File, http.Response.Body, sql.Rows, Tx, Stmt and Conn, net.Conn and
// Listener. An exec.Cmd needs Wait after Start. Writers of gzip, zlib, flate, tar, zip,
// csv and bufio need their end only where the function does not fail, and no
// context that it asks is done. A constructor of the program that returns such an object, or
// a struct with it in a field, is known by what it does.
//
// The error of a write is no news about what the buffer still has:
//
//	_, err := b.WriteString(s) // of a bufio.Writer
//	return err                 // wrong: nothing is flushed
//
// # typestate
//
// A call that the protocol forbids in the state in which the object is:
//
//	f.Close()
//	f.Write(data) // wrong: f is closed
//
// What is deferred first runs last:
//
//	defer b.Flush() // wrong: b writes to f, which is closed
//	defer f.Close()
//
// A second Close is not reported when nobody looks at its error: it is for the
// paths without the first one.
// Unlock of an unlocked mutex, the smallest case, is reported by missingunlock,
// which knows more about locks.
//
// Types of the program have a protocol when a comment on them says so, a line
// each, in the form that deadlocklint typestate show prints:
//
//	//deadlocklint:typestate new Open
//	//deadlocklint:typestate state open
//	//deadlocklint:typestate   Get Put -> open
//	//deadlocklint:typestate   Close -> closed
//	//deadlocklint:typestate state closed final
//	type Store struct { … }
//
// or when the file deadlocklint.typestate beside go.mod does; deadlocklint test
// checks its runs against both. "new" names the
// functions that return an object which the caller has to bring to an end; without
// it, composite literals and new are followed. go vet does not see that the file
// has changed until the package has: deadlocklint check does.
//
// # dropped-error
//
// The end of something that was written returns an error. Nobody looks at it, and
// the function returns nil for its own error:
//
//	defer z.Close() // wrong: what is left in z may be lost
//	if _, err := z.Write(data); err != nil {
//		return err
//	}
//	return nil
//
// Return it, or assign it to _ when it does not matter:
//
//	return z.Close() // right
//
// A Sync or Flush before, whose error is looked at, is enough. Buffers in memory,
// hashes and the answers of an HTTP server are left alone.
//
// # typestate-comment
//
// Such a comment or file that cannot be read, or names a method that there is not.
//
// Nothing is said about an object that is returned, stored, sent, captured by a
// function literal, or given to a function of which it is not known what it does.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore typestate the process ends right after this
package typestate
