package seal

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestSeal(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "cache")
	key, err := Key(cache)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Key(cache); err != nil || !bytes.Equal(key, again) {
		t.Errorf("the key changes: %x, %x, %v", key, again, err)
	}
	if info, err := os.Stat(filepath.Join(cache, keyFile)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key can be read by others: %v, %v", info.Mode(), err)
	}
	text := Sign(key, []byte(`{"what": "make", "seal": "`+Blank+`"}`))
	mark := string(text[len(`{"what": "make", "seal": "`):][:len(Blank)])
	other, err := Key(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		key, text []byte
		mark      string
		want      bool
	}{
		"as it was written": {key, text, mark, true},
		"changed":           {key, bytes.Replace(text, []byte("make"), []byte("rake"), 1), mark, false},
		"another key":       {other, text, mark, false},
		"no seal":           {key, text, "", false},
		"blank":             {key, []byte(Blank), Blank, false},
		"twice":             {key, append(text[:len(text):len(text)], mark...), mark, false},
	} {
		if got := Holds(c.key, c.text, c.mark); got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
	if twice := Blank + Blank; string(Sign(key, []byte(twice))) != twice {
		t.Error("a text with two places for its seal is sealed")
	}
}

// TestKeyOfManyProcesses: whoever comes second takes the key of the first.
func TestKeyOfManyProcesses(t *testing.T) {
	cache := t.TempDir()
	keys := make([]string, 16)
	var wg sync.WaitGroup
	for i := range keys {
		wg.Go(func() {
			key, err := Key(cache)
			if err != nil {
				t.Error(err)
			}
			keys[i] = string(key)
		})
	}
	wg.Wait()
	for _, k := range keys {
		if k != keys[0] {
			t.Error("two keys")
		}
	}
}

func TestKeyCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Key(file); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("a key in a file: %v", err)
	}
	short := t.TempDir()
	if err := os.WriteFile(filepath.Join(short, keyFile), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Key(short); err == nil || !strings.Contains(err.Error(), "is no key") {
		t.Errorf("a damaged key: %v", err)
	}
}
