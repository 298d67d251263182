package revision

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/internal/impact"
)

// Changed returns how the Go files below a directory differ from a revision, those that git
// does not know included.
func Changed(ctx context.Context, rev, dir string) ([]impact.Hunk, error) {
	if strings.HasPrefix(rev, "-") {
		return nil, command.Usage(fmt.Errorf("-changed: %q is no revision; name a commit, branch or tag", rev))
	}
	diff, err := gitOutput(ctx, dir, nil, "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--relative", "--src-prefix=a/", "--dst-prefix=b/", rev, "--", "*.go")
	if err != nil {
		return nil, command.Usage(fmt.Errorf("-changed: %w; name a commit, branch or tag of this repository", err))
	}
	hunks := parseDiff(diff)
	others, err := gitOutput(ctx, dir, nil, "ls-files", "-z", "--others", "--exclude-standard", "--", "*.go")
	if err != nil {
		return nil, fmt.Errorf("-changed: %w; add the files to git", err)
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(others), "\x00"), "\x00") {
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if name != "" && err == nil {
			hunks = append(hunks, impact.Hunk{File: name, From: 1, To: bytes.Count(b, []byte("\n")) + 1})
		}
	}
	return hunks, nil
}

// parseDiff reads a diff without context. Lines that it does not know are left out.
func parseDiff(diff []byte) (hunks []impact.Hunk) {
	file := ""
	lines := bufio.NewScanner(bytes.NewReader(diff))
	lines.Buffer(nil, 16<<20)
	left := 0 // deleted lines of the hunk, which may look like headers
	for lines.Scan() {
		line := lines.Text()
		switch {
		case left > 0 && strings.HasPrefix(line, "-"):
			left--
			h := &hunks[len(hunks)-1]
			h.Deleted = append(h.Deleted, line[1:])
		case strings.HasPrefix(line, "+++ "):
			file, _ = strings.CutPrefix(strings.TrimSuffix(line[4:], "\t"), "b/")
		case strings.HasPrefix(line, "@@ ") && file != "/dev/null":
			h, deleted, ok := parseHunk(line)
			if h.File = file; ok {
				hunks, left = append(hunks, h), deleted
			}
		}
	}
	return hunks
}

// parseHunk reads "@@ -3,2 +3 @@ func f()".
func parseHunk(line string) (h impact.Hunk, deleted int, ok bool) {
	f := strings.Fields(line)
	if len(f) < 4 || f[1][0] != '-' || f[2][0] != '+' {
		return h, 0, false
	}
	_, deleted, ok = span(f[1][1:])
	from, n, ok2 := span(f[2][1:])
	h.From, h.To = from, from+n-1
	if n == 0 { // the line before it
		h.From, h.To = from+1, from
	}
	return h, deleted, ok && ok2
}

// span reads "3,2" or "3".
func span(s string) (from, n int, ok bool) {
	a, b, two := strings.Cut(s, ",")
	from, err := strconv.Atoi(a)
	n = 1
	if two && err == nil {
		n, err = strconv.Atoi(b)
	}
	return from, n, err == nil
}
