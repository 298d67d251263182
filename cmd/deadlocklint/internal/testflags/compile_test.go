package testflags

import (
	"strings"
	"testing"
)

// TestCompile: a replay builds what was recorded, down to the coverage counters,
// which change stacks.
func TestCompile(t *testing.T) {
	p := parsed(t, "-cover -coverpkg=./... -tags x -gcflags=-l -run=X -count=2 -cpu=1,2 -short -timeout=1s -overlay o -ldflags=-X=a.b=c ./... -args y")
	const want = "-cover=true|-coverpkg=./...|-tags=x|-overlay=o|-gcflags=-l|-ldflags=ours|-ldflags=-X=a.b=c ours"
	if got := strings.Join(p.Compile("ours"), "|"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
