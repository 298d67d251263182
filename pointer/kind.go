package pointer

// Kind is the kind of an object.
type Kind int

const (
	Alloc     Kind = iota // new, a composite literal, a variable whose address is taken
	MakeSlice             // make([]T), or a conversion that makes a slice
	MakeMap               // make(map[K]V)
	MakeChan              // make(chan T)
	Append                // an array that append made
	Box                   // a value, not a pointer, in an interface
	Global                // a package-level variable
	Unseen                // objects of a type that code made, or chose, which is not seen
	Anything              // objects of which not even the type is known
)

var kindNames = [...]string{"new", "make", "make", "make", "append", "value", "var", "unseen", "anything"}

func (k Kind) String() string {
	if k < 0 || int(k) >= len(kindNames) {
		return "cause"
	}
	return kindNames[k]
}

// A Cause says why a pointer can point to objects that were not seen, or what
// happened to it that the analysis does not follow.
type Cause int

const (
	Parameter        Cause = iota // a parameter of a root, or of a function that only unseen code calls
	UnseenCode                    // a result of a function without a body, or of the run-time system
	Reflection                    // made, chosen or stored by reflection
	UnsafeConversion              // made of an integer, or by unsafe.Add
	UnsafeStore                   // a pointer to a pointer, made from an unsafe one: stores through it are lost

	causes = iota
)

// Covered reports whether MayAlias takes the cause into account. A cause that is not
// covered can make the set of places incomplete.
func (c Cause) Covered() bool { return c != UnsafeStore }

var causeNames = [...]string{
	"a parameter that unseen code passes",
	"a result of unseen code",
	"reflection",
	"an unsafe conversion",
	"a store through a converted unsafe pointer",
}

func (c Cause) String() string {
	if c < 0 || int(c) >= len(causeNames) {
		return "unknown cause"
	}
	return causeNames[c]
}
