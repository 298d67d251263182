// Package defines has a flag whose name is nearly that of a flag of deadlocklint, and one whose name is computed.
package defines

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var (
	trise = flag.Int("trise", 0, "")
	short = flag.Bool(strings.ToLower("SHRT"), false, "")
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(m.Run())
}

func TestGiven(t *testing.T) {
	if *trise != 7 || !*short {
		t.Errorf("-trise=%d -shrt=%t", *trise, *short)
	}
}
