package cases

// Deadlocks is the language of the cases directly in testdata: predicted cycles, blocked
// goroutines and their verdicts ([expectation]).
var Deadlocks = Language{
	Args: func(c *Case) ([]string, error) {
		want, err := parseExpectation(c.Expect)
		command, tries := "run", "-tries=1" // a harmless program is not tried for long
		if len(c.Tests) > 0 {
			command = "test"
		}
		if want.verdict == "confirmed" {
			tries = "-tries=10"
		}
		return append([]string{command, tries}, want.args...), err
	},
	Whole: func(c *Case) bool {
		want, err := parseExpectation(c.Expect)
		return err == nil && want.whole()
	},
	Check: func(c *Case, r Result) []string {
		want, err := parseExpectation(c.Expect)
		if err != nil {
			return []string{err.Error()}
		}
		return compare(want, r)
	},
	Replay: ReplayDeadlock,
}
