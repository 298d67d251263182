package explorer

import (
	"strconv"
	"strings"
)

// An Impact is the code that a change of the program impacts, for strategy capp.
type Impact struct {
	OnStack bool // an operation counts when any frame of its stack is there, else the innermost one of the program
	Lines   []LineRange
}

// LineRange are lines of a file.
type LineRange struct {
	File     string // the end of its path, which begins with a slash
	From, To int
}

// Limits of an impact, which a process reads from its environment.
const (
	MaxLines  = 4096    // entries of LineRange; the runtime template has the same number
	maxImpact = 100_000 // of the variable, in bytes; Linux has 128 KiB for one
)

// env is the variable of an impact; lines that are too many for it are left out.
// The runtime template reads it.
func (i *Impact) env() string {
	var b strings.Builder
	b.WriteString("frame")
	if i.OnStack {
		b.Reset()
		b.WriteString("stack")
	}
	file := ""
	for _, l := range i.Lines[:min(len(i.Lines), MaxLines)] {
		if strings.ContainsAny(l.File, "\n\t\x00") || b.Len()+len(l.File) > maxImpact {
			continue
		}
		if l.File != file {
			file = l.File
			b.WriteString("\n" + file)
		}
		b.WriteString("\t" + strconv.Itoa(l.From) + "-" + strconv.Itoa(l.To))
	}
	return envImpact + "=" + b.String()
}
