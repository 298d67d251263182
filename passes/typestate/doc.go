// Package typestate follows objects along the paths of a function by the
// automata of their types: the protocols that runs are checked against.
//
// # How a datum flows
//
// [newProtocols] gathers automata from three places: comments on types, the file
// deadlocklint.typestate of the module, and the shipped ones. A [walker] goes over the
// paths of a function in SSA form, which package lockfacts has built. An object is born
// where a function that the automaton names returns it. The walker follows it through
// variables, φs, conversions and the fields of the result that it came in. A function
// that only returns a new object, or a struct with it in a field, makes objects as well:
// see [constructor].
//
// Conditions prune paths. An object does not exist where its constructor has failed, and a
// condition that is tested twice has the same outcome.
//
// An [effect] says how another function changes an object. The walk itself computes the
// effect of a function of the package. A fact carries the effect of an imported
// function, and a table has those of the standard library. Any other use makes the
// object escape, and the walker reports nothing about it from then on.
//
// Objects that were not born in the function (parameters, fields) may be in any state
// at first. The calls on them narrow the state.
//
// # Limits
//
// A function with more than maxPaths states on its paths is left out. So are automata
// with more than maxStates states. The report names both limits and the packages in
// which they were reached. Mined automata are left out, because they forbid every
// sequence that no run has shown. The walker forgets an object in a field at any call
// that may assign to the field. A call in a loop stands for one object at a time.
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
// Defer the call that ends its use, or end it on each path:
//
//	defer f.Close() // right
//
// The check knows os.File, http.Response.Body, sql.Rows, Tx, Stmt and Conn, net.Conn and
// Listener, and exec.Cmd, which needs Wait after Start. It knows gzip, zlib, flate, tar,
// zip, csv and bufio writers. A writer needs its end only on paths where the function
// does not fail, and where no context that it tests is done. A constructor of the
// program that returns such an object, or a struct with it in a field, is known as well.
//
// The error of a write tells nothing about the rest of the buffer:
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
// The first deferred call runs last:
//
//	defer b.Flush() // wrong: b writes to f, which is closed
//	defer f.Close()
//
// A second Close is not reported when its error is ignored: it serves the paths without
// the first Close. Unlock of an unlocked mutex is the smallest case. missingunlock
// reports it, because it knows more about locks.
//
// A comment on a type of the program gives it a protocol. It has a line for each rule,
// in the form that deadlocklint typestate show prints:
//
//	//deadlocklint:typestate new Open
//	//deadlocklint:typestate state open
//	//deadlocklint:typestate   Get Put -> open
//	//deadlocklint:typestate   Close -> closed
//	//deadlocklint:typestate state closed final
//	type Store struct { … }
//
// The file deadlocklint.typestate beside go.mod can do the same. deadlocklint test
// checks its runs against both.
//
// "new" names the functions that return an object which the caller has to bring to an
// end. Without "new", the check follows composite literals and the builtin new. go vet
// does not notice a changed file until the package changes. deadlocklint check does.
//
// # dropped-error
//
// The call that ends a written object returns an error, and the function drops it. The
// function can return an error, and returns nil:
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
// A Sync or Flush before it is enough, if the function tests its error. Buffers in
// memory, hashes and the answers of an HTTP server are not reported.
//
// # typestate-comment
//
// A comment or file that cannot be read, or that names a method which does not exist,
// is reported.
//
// An object is not reported when it is returned, stored, sent, or captured by a
// function literal. Nor is it reported when it is passed to a function with an unknown
// effect.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore typestate the process ends right after this
package typestate
