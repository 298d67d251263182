package gopls

import (
	"context"
	"encoding/json"
	"fmt"
	"go/version"
	"slices"
	"strings"
)

const (
	module = "golang.org/x/tools/gopls"

	// Oldest is the first release with the table of analyzers that the added file changes. The
	// checks build against the version of x/tools in that release.
	Oldest = "v0.23.0"
)

// A release is one of gopls.
type release struct {
	Version string
	Go      string // that it needs, as in its go.mod
}

// choose returns the first of the releases, newest first, that goVersion (as in
// go env GOVERSION) can build.
func choose(releases func(yield func(release, error) bool), goVersion string) (string, error) {
	needs := ""
	for r, err := range releases {
		if err != nil {
			return "", err
		}
		if version.Compare("go"+r.Go, goVersion) <= 0 {
			return r.Version, nil
		}
		needs = r.Go
	}
	if needs == "" {
		return "", fmt.Errorf("the go command knows no release of gopls since %s; look at GOPROXY", Oldest)
	}
	return "", fmt.Errorf("this Go is %s, and every gopls since %s needs Go %s or a newer one; install that, or run deadlocklint lsp beside your gopls", goVersion, Oldest, needs)
}

// newest returns the newest release that the Go of the user can build.
// A prerelease is taken only when the user names it.
func newest(ctx context.Context, goVersion string) (string, error) {
	out, err := goCommand(ctx, "", "list", "-m", "-versions", "-json", module)
	var all struct{ Versions []string }
	if err == nil {
		err = json.Unmarshal(out, &all)
	}
	if err != nil {
		return "", fmt.Errorf("cannot list the releases of gopls: %w; look at GOPROXY, or name one with -version", err)
	}
	versions := slices.DeleteFunc(all.Versions, func(v string) bool { return strings.Contains(v, "-") })
	if first := slices.Index(versions, Oldest); first >= 0 {
		versions = versions[first:] // they are in ascending order
	} else {
		versions = nil
	}
	return choose(func(yield func(release, error) bool) {
		for _, v := range slices.Backward(versions) {
			if r, err := describe(ctx, v); !yield(r, err) {
				return
			}
		}
	}, goVersion)
}

// describe reads the go.mod of a release. The go command has it although it
// refuses to do more with a release that needs a newer Go.
func describe(ctx context.Context, v string) (release, error) {
	out, err := goCommand(ctx, "", "mod", "download", "-json", module+"@"+v)
	var got struct{ GoMod string }
	if jsonErr := json.Unmarshal(out, &got); jsonErr == nil && got.GoMod != "" {
		out, err = goCommand(ctx, "", "mod", "edit", "-json", got.GoMod)
	}
	var mod struct{ Go string }
	if err == nil {
		err = json.Unmarshal(out, &mod)
	}
	if err != nil {
		return release{}, fmt.Errorf("cannot read what gopls %s needs: %w; look at GOPROXY", v, err)
	}
	return release{v, mod.Go}, nil
}
