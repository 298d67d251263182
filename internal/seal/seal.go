// Package seal marks files that this user wrote on this machine.
//
// A file is data until its reader runs something that the file names. Schedules and
// recordings travel, so a reader has to tell its own files from those of others. [Sign]
// puts the HMAC of a text into the text, with a secret key in the cache directory of
// the user ([Key]). [Holds] checks it. A text that was changed, or written by another
// user or on another machine, has no seal that holds.
//
// The package does not decide what an unsealed file may do.
package seal

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Blank stands in a text for its seal until [Sign] replaces it: as many zeros as a
// seal has digits.
var Blank = strings.Repeat("0", 2*sha256.Size)

// keySize is the size of the secret key in bytes.
const keySize = 32

// keyFile is the name of the key in the cache directory.
const keyFile = "key"

// Key returns the secret key in the cache directory, and makes one when there is none.
// Only the user may read the file.
func Key(cache string) ([]byte, error) {
	name := filepath.Join(cache, keyFile)
	key, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		if err := create(cache, name); err != nil {
			return nil, err
		}
		key, err = os.ReadFile(name) // of the process that came first
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the key of this user: %w; make %s readable or remove it", err, name)
	}
	if len(key) != keySize {
		return nil, fmt.Errorf("%s is no key; remove it", name)
	}
	return key, nil
}

// create writes a new key in one step. A key that another process made meanwhile
// stays.
func create(cache, name string) error {
	key := make([]byte, keySize)
	_, err := rand.Read(key)
	if err == nil {
		err = os.MkdirAll(cache, 0o700)
	}
	if err != nil {
		return fmt.Errorf("cannot make the key of this user: %w; set DEADLOCKLINT_CACHE to a directory that can be written", err)
	}
	tmp, err := os.CreateTemp(cache, "key-") // mode 0600
	if err != nil {
		return fmt.Errorf("cannot make the key of this user: %w; set DEADLOCKLINT_CACHE to a directory that can be written", err)
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(key)
	if err = errors.Join(err, tmp.Close()); err == nil {
		if err = os.Link(tmp.Name(), name); errors.Is(err, os.ErrExist) {
			err = nil
		}
	}
	if err != nil {
		return fmt.Errorf("cannot make the key of this user: %w; free some space in %s", err, cache)
	}
	return nil
}

// Sign replaces the one [Blank] in a text by the seal of the text. A text with none or
// several is returned as it is.
func Sign(key, text []byte) []byte {
	if bytes.Count(text, []byte(Blank)) != 1 {
		return text
	}
	return bytes.Replace(text, []byte(Blank), []byte(sum(key, text)), 1)
}

// Holds reports whether a text carries the seal that the key gives it.
func Holds(key, text []byte, mark string) bool {
	if len(mark) != len(Blank) || bytes.Count(text, []byte(mark)) != 1 {
		return false
	}
	blank := bytes.Replace(text, []byte(mark), []byte(Blank), 1)
	return hmac.Equal([]byte(mark), []byte(sum(key, blank)))
}

func sum(key, text []byte) string {
	h := hmac.New(sha256.New, key)
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}
