package explored

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A Finding has what is not part of its document.
type Finding struct {
	report.Finding
	Decides  string `json:"decides,omitempty"`
	Schedule string `json:"schedule,omitempty"` // text of the file that replays it
}

// A document is a finding with all its fields.
type document Finding

// A replayed finding is read from its schedule.
type replayed struct {
	Decides  string `json:"decides,omitempty"`
	Schedule string `json:"schedule"`
}

// MarshalJSON leaves out a document that the schedule has, too. The finding of a schedule may be an earlier one, from before
// it was joined with others.
func (f *Finding) MarshalJSON() ([]byte, error) {
	if f.Schedule != "" {
		own, err := json.Marshal(f.Finding)
		if err != nil {
			return nil, err
		}
		if in, ok := ofSchedule(f.Schedule); ok {
			if theirs, err := json.Marshal(in); err == nil && bytes.Equal(own, theirs) {
				return json.Marshal(replayed{f.Decides, f.Schedule})
			}
		}
	}
	return json.Marshal((*document)(f))
}

// UnmarshalJSON reads a finding from the schedule where it has no document.
func (f *Finding) UnmarshalJSON(b []byte) error {
	if err := json.Unmarshal(b, (*document)(f)); err != nil || f.ID != "" || f.Schedule == "" {
		return err
	}
	in, ok := ofSchedule(f.Schedule)
	if !ok {
		return errors.New("a finding has neither a document nor a schedule with one")
	}
	f.Finding = in
	return nil
}

// ofSchedule is the finding in the text of a schedule.
func ofSchedule(text string) (f report.Finding, ok bool) {
	var s struct{ Finding report.Finding }
	err := json.Unmarshal([]byte(text), &s)
	return s.Finding, err == nil && s.Finding.ID != ""
}
