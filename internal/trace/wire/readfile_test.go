package wire

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

func TestNotATrace(t *testing.T) {
	newer := file()
	newer[8] = 2
	cases := []struct {
		name, content, want string
	}{
		{"empty", "", "not a deadlocklint trace"},
		{"other", "\x7fELF\x02\x01\x01 something", "record one with"},
		{"short", trace.FileMagic + "\x01", "only 9 bytes"},
		{"newer", string(newer), "version 2, this deadlocklint reads version 1; update with: go install"},
		{"newer text", "deadlocklint trace 2\n", "update with: go install"},
		{"old text", "deadlocklint trace zero\n", "does not exist"},
	}
	for _, c := range cases {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := ReadFile(path)
		if _, again := Each(path, func(trace.Event) { t.Errorf("%s: an event", c.name) }); again == nil || again.Error() != err.Error() {
			t.Errorf("%s: event by event: %v, want %v", c.name, again, err)
		}
		var f *FormatError
		if !errors.As(err, &f) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestReadFileReadsBothForms(t *testing.T) {
	want := exampleTrace(t)
	var bin bytes.Buffer
	if err := Write(&bin, want); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"binary": bin.String(), "text": example} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := ReadFile(path)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
		var events []trace.Event
		got, err = Each(path, func(e trace.Event) { events = append(events, e) })
		if err != nil || got.Events != nil {
			t.Fatalf("%s, event by event: %v, and %d events are held", name, err, len(got.Events))
		}
		if got.Events = events; !reflect.DeepEqual(got, want) {
			t.Errorf("%s, event by event: got %+v", name, got)
		}
	}
}
