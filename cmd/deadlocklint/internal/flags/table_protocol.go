package flags

// protocolFlags are those of typestate alone.
var protocolFlags = []Flag{
	{Name: "types", Arg: "list", In: typestate | Show, Doc: "only these types, path-qualified and separated by commas; they need no race",
		kind: list(func(v *Values) *[]string { return &v.Protocol.Types })},
	{Name: "automata", Arg: "files", In: typestate | Show, Doc: "files with automata, separated by commas; they win over mined and shipped ones",
		kind: list(func(v *Values) *[]string { return &v.Protocol.Automata })},
	{Name: "sequences", Arg: "file", In: typestate, Doc: "file to which the observed sequences are added, and from which automata are mined",
		kind: text(func(v *Values) *string { return &v.Protocol.Sequences })},
	{Name: "save", In: typestate, Doc: "accumulate the sequences in the file in the root of the module where deadlocklint test looks for them",
		kind: yes(func(v *Values) *bool { return &v.Protocol.Save })},
	{Name: "write-automata", Arg: "file", In: Mine, Doc: "write the mined automata to this file instead of stdout",
		kind: text(func(v *Values) *string { return &v.Protocol.Into })},
	{Name: "program", In: typestate, Doc: "run the package, a program, instead of its tests; the rest of the command line is its arguments. Its main function has schedules as a test has",
		kind: yes(func(v *Values) *bool { return &v.Protocol.Program })},
	{Name: "all", In: typestate, Doc: "also types whose calls were never concurrent",
		kind: yes(func(v *Values) *bool { return &v.Protocol.All })},
	{Name: "soft", In: typestate, Doc: "only orders that channels, atomics and all else of this run leave open, too",
		kind: yes(func(v *Values) *bool { return &v.Protocol.Soft })},
	{Name: "locks", In: typestate, Doc: "locks order calls, too, as this run held them. There are fewer orders, but the program may allow others",
		kind: yes(func(v *Values) *bool { return &v.Protocol.Locks })},
	{Name: "run", Arg: "regexp", In: typestate, Doc: "as go test",
		kind: text(func(v *Values) *string { return &v.Protocol.Run })},
	{Name: "draw", Arg: "form", In: Show, Default: "text", Doc: "the form that is written: text, dot or svg",
		kind: word(func(v *Values) *string { return &v.Protocol.Draw }, "text", "dot", "svg")},
}
