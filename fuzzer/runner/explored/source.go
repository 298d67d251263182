package explored

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// SourceHash is a hash of the Go files of a module and of its requirements. Hidden
// files are no part of it. Jobs of one matrix have the same hash wherever their
// checkout is.
func SourceHash(root string) (string, error) {
	h := sha256.New()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := d.Name(); name != root && strings.HasPrefix(base, ".") {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		} else if d.IsDir() || !strings.HasSuffix(base, ".go") && base != "go.mod" && base != "go.sum" && base != "go.work" {
			return nil
		}
		b, err := regular.Read(name, regular.Limit)
		if err != nil {
			return nil // a pipe, or a link to nothing: no part of a build
		}
		rel, _ := filepath.Rel(root, name) // it is below
		fmt.Fprintf(h, "%q %d\n", filepath.ToSlash(rel), len(b))
		_, err = h.Write(b)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("cannot read the module: %w; see that %s can be read", err, root)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}
