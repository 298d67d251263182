package driver

import "github.com/deadlocklint/deadlocklint/passes/suite"

// checkNamed returns the analyzer that is documented under a name: its own, or
// that of the findings it reports; "" when there is none.
func checkNamed(name string) string {
	if _, ok := suite.Docs()[name]; ok {
		return name
	}
	return suite.Analyzer(name)
}
