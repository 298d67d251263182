package boundary

// An Impact is the code that a change of the program impacts, see EnvImpact.
type Impact struct {
	OnStack bool // an operation counts when any frame of its stack is there, else the innermost one of the program
	Lines   []LineRange
}

// A LineRange is lines of a file.
type LineRange struct {
	File     string // the end of its path, which begins with a slash
	From, To int
}

// maxImpact is the size of the variable, in bytes. Linux has 128 KiB for one.
const maxImpact = 100_000

// String is the text that ParseImpact reads. Ranges are left out when there are more than MaxRanges, or
// more than the variable holds.
func (i *Impact) String() string {
	text, file := Append(nil, &impactScope{i.OnStack}), ""
	for _, l := range i.Lines[:min(len(i.Lines), MaxRanges)] {
		before := len(text)
		if l.File != file {
			text = Append(text, &impactFile{l.File})
		}
		if text = Append(text, &impactRange{l.From, l.To}); len(text) > maxImpact {
			return string(text[:before])
		}
		file = l.File
	}
	return string(text)
}

// ParseImpact reads the text of an impact. The error is a *[Fault].
func ParseImpact(text string) (i Impact, err error) {
	file := ""
	kinds := []func() Line{
		func() Line { return new(impactScope) },
		func() Line { return new(impactFile) },
		func() Line { return new(impactRange) },
	}
	err = Read(text, kinds, func(l Line) {
		switch l := l.(type) {
		case *impactScope:
			i.OnStack = l.onStack
		case *impactFile:
			file = l.path
		case *impactRange:
			i.Lines = append(i.Lines, LineRange{file, l.from, l.to})
		}
	})
	return i, err
}

type impactScope struct{ onStack bool }

// An impactFile is the file of the ranges after it.
type impactFile struct{ path string }

type impactRange struct{ from, to int }

// Fields describes the line.
func (l *impactScope) Fields(c *Codec) {
	c.Word("scope")
	c.Bool("stack", &l.onStack)
}

// Fields describes the line.
func (l *impactFile) Fields(c *Codec) {
	c.Word("file")
	c.Text("path", &l.path)
}

// Fields describes the line.
func (l *impactRange) Fields(c *Codec) {
	c.Word("lines")
	c.Int("from", &l.from)
	c.Int("to", &l.to)
}
