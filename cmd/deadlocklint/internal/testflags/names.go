package testflags

// A Name is a flag that "deadlocklint test" takes, for the completion of command lines.
type Name struct {
	Name string
	Bool bool // needs no value
	Doc  string
}

// Names returns our own flags and those of go test that are not refused.
func Names() []Name {
	var list []Name
	for _, f := range ownFlags {
		list = append(list, Name{f.name, f.bool, f.doc})
	}
	for _, f := range Flags() {
		if f.Fate != Refused && !f.Unlisted {
			list = append(list, Name{f.Name, f.Bool, "as go test: " + f.Fate.String()})
		}
	}
	return list
}
