package schedule

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
)

// Dir is where the schedules of the module in root go without -keep: they must outlive the
// session. Two modules of one name, such as two checkouts, have findings of one id but no
// file in common.
func Dir(root string) string {
	own := fmt.Sprintf("%x", sha256.Sum256([]byte(root)))[:16]
	if dir, err := goroot.CacheDir(); err == nil {
		return filepath.Join(dir, "schedules", own)
	}
	return filepath.Join(os.TempDir(), "deadlocklint-schedules", own)
}

// WriteFile writes a file of dir, which it makes. Readers see the old file or the new one.
func WriteFile(dir, name string, text []byte) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	part, err := os.CreateTemp(dir, ".part-*")
	if err != nil {
		return err
	}
	_, err = part.Write(text)
	if closed := part.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(part.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		_ = os.Remove(part.Name()) // the error says already that nothing was written
	}
	return err
}
