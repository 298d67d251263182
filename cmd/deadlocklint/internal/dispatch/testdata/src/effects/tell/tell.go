// Package tell writes what a process was started with.
package tell

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

// A process that is started appends its variables of deadlocklint, its plan and its arguments to a file.
func init() {
	name := os.Getenv("EFFECTS")
	if name == "" {
		return
	}
	var b strings.Builder
	for _, e := range os.Environ() {
		key, value, _ := strings.Cut(e, "=")
		if !strings.HasPrefix(key, "DEADLOCKLINT_") {
			continue
		}
		fmt.Fprintf(&b, "%s=%q\n", key, value)
		if key == "DEADLOCKLINT_PLAN" {
			plan, _ := os.ReadFile(value)
			fmt.Fprintf(&b, "plan=%q\n", plan)
		}
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, set := range info.Settings {
			fmt.Fprintf(&b, "%s=%q\n", strings.TrimPrefix(set.Key, "-"), set.Value)
		}
	}
	fmt.Fprintf(&b, "args=%q\n", strings.Join(os.Args[1:], " "))
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if _, err := f.WriteString(b.String()); err != nil {
		panic(err)
	}
}
