package confirm

import "github.com/deadlocklint/deadlocklint/fuzzer/boundary"

// reportOf is the text that a process writes.
func reportOf(about boundary.Subject, lines ...boundary.Line) string {
	text := boundary.Append(nil, &boundary.Report{About: about})
	for _, l := range lines {
		text = boundary.Append(text, l)
	}
	return string(text)
}
