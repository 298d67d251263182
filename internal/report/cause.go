package report

import "github.com/deadlocklint/deadlocklint/internal/checks"

// A Cause is why goroutines of a trace program are blocked for ever.
type Cause struct {
	By string // the statement to blame, and the reason: a Signal that comes too early, say; "" when there is none
}

// An Other is a finding that is shown as part of another one with the same cause.
type Other struct {
	ID      string      `json:"id"`
	Check   checks.Name `json:"check"`
	Status  Status      `json:"status"`
	Message string      `json:"message"`
	Pos     string      `json:"pos"`
}
