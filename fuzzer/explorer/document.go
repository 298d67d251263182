package explorer

import (
	"encoding/json"
	"errors"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
)

// UnmarshalJSON reads a state of a document, which has the configuration as package explore reads it.
func (s *State) UnmarshalJSON(b []byte) error {
	type fields State // without this method
	d := struct {
		*fields
		Config string
	}{fields: (*fields)(s)}
	if err := json.Unmarshal(b, &d); err != nil {
		return err
	}
	return parse(d.Config, &s.Config)
}

// UnmarshalJSON reads the options of a document, as State.UnmarshalJSON does.
func (o *Options) UnmarshalJSON(b []byte) error {
	type fields Options
	d := struct {
		*fields
		Config string
	}{fields: (*fields)(o)}
	if err := json.Unmarshal(b, &d); err != nil {
		return err
	}
	return parse(d.Config, &o.Config)
}

// parse reads a configuration, and leaves it as it is for a text of nothing.
func parse(text string, to *config.Config) error {
	if text == "" {
		return nil
	}
	read, complaint := explore.Parse(text)
	if complaint != "" {
		return errors.New(complaint)
	}
	*to = read
	return nil
}
