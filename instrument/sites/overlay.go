package sites

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// An overlay is the file of -overlay that a build has already.
type overlay struct {
	files map[string]string // file to its replacement
	text  map[string][]byte // the text of that
}

// readOverlay reads it. Files that are taken away are kept in files alone.
func readOverlay(name string) (overlay, error) {
	o := overlay{files: map[string]string{}, text: map[string][]byte{}}
	if name == "" {
		return o, nil
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return o, fmt.Errorf("cannot read the overlay: %w; name a file that exists", err)
	}
	var file struct{ Replace map[string]string }
	if err := json.Unmarshal(b, &file); err != nil {
		return o, fmt.Errorf("the overlay %s is damaged: %w; mend it", name, err)
	}
	for from, to := range file.Replace {
		if from, err = filepath.Abs(from); err != nil {
			return o, err
		}
		o.files[from] = to
		if to == "" {
			continue
		}
		if o.text[from], err = os.ReadFile(to); err != nil {
			return o, fmt.Errorf("the overlay names a file that cannot be read: %w; mend it", err)
		}
	}
	return o, nil
}

// read returns a file as the build sees it.
func (r *rewriter) read(name string) ([]byte, error) {
	if text, ok := r.text[name]; ok {
		return text, nil
	}
	return os.ReadFile(name)
}
