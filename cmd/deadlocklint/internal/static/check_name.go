package static

import "github.com/deadlocklint/deadlocklint/passes/suite"

// CheckName returns the analyzer that is documented under a name: its own, or
// that of the findings it reports; "" when there is none.
func CheckName(name string) string {
	if _, ok := suite.Docs()[name]; ok {
		return name
	}
	return suite.Analyzer(name)
}
