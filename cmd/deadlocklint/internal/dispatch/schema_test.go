package dispatch

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// A schema is a JSON schema, as far as doc/schema.json uses the language.
type schema struct {
	root map[string]any
}

func readSchema(t *testing.T) schema {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "doc", "schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var s schema
	if err := json.Unmarshal(b, &s.root); err != nil {
		t.Fatal(err)
	}
	return s
}

// check returns why a value is not of a schema, "" when it is.
func (s schema) check(rule map[string]any, v any, at string) string {
	if ref, ok := rule["$ref"].(string); ok {
		return s.check(s.root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any), v, at)
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		if list, ok := rule[key].([]any); ok {
			return s.checkAny(list, v, at)
		}
	}
	if why := checkType(rule["type"], v); why != "" {
		return at + " " + why
	}
	if words, ok := rule["enum"].([]any); ok && !slices.Contains(words, v) {
		return fmt.Sprintf("%s: %v is none of %v", at, v, words)
	}
	switch v := v.(type) {
	case []any:
		for i, x := range v {
			if why := s.check(rule["items"].(map[string]any), x, fmt.Sprintf("%s[%d]", at, i)); why != "" {
				return why
			}
		}
	case map[string]any:
		return s.checkObject(rule, v, at)
	}
	return ""
}

// checkAny is why no rule of a list has a value, "" when one has.
func (s schema) checkAny(list []any, v any, at string) string {
	var all []string
	for _, rule := range list {
		why := s.check(rule.(map[string]any), v, at)
		if why == "" {
			return ""
		}
		all = append(all, why)
	}
	return strings.Join(all, "; ")
}

func (s schema) checkObject(rule, v map[string]any, at string) string {
	properties, _ := rule["properties"].(map[string]any)
	required, _ := rule["required"].([]any)
	for _, name := range required {
		if _, ok := v[name.(string)]; !ok {
			return fmt.Sprintf("%s: no %v", at, name)
		}
	}
	for name, x := range v {
		part, known := properties[name].(map[string]any)
		if !known && rule["additionalProperties"] == false {
			return fmt.Sprintf("%s.%s is not declared", at, name)
		}
		if why := s.check(part, x, at+"."+name); known && why != "" {
			return why
		}
	}
	return ""
}

// checkType is why a value has none of the types, "" when it has one.
func checkType(types, v any) string {
	if types == nil {
		return ""
	}
	list, ok := types.([]any)
	if !ok {
		list = []any{types}
	}
	is := map[reflect.Kind]string{reflect.Map: "object", reflect.Slice: "array", reflect.String: "string", reflect.Bool: "boolean", reflect.Float64: "number", reflect.Invalid: "null"}[reflect.ValueOf(v).Kind()]
	if f, ok := v.(float64); ok && f == float64(int64(f)) && slices.Contains(list, any("integer")) {
		return ""
	}
	if !slices.Contains(list, any(is)) {
		return fmt.Sprintf("is %s, not %v", is, list)
	}
	return ""
}

// TestSchemaRefuses: the checks of this test tell wrong lines from right ones.
func TestSchemaRefuses(t *testing.T) {
	s := readSchema(t)
	const stats = `{"tests":0,"processes":0,"events":0,"folded":0,"lost":0,"tries":0,"unconfirmed":0,"limits":[],"damaged":[],"unseen":[]}`
	for line, ok := range map[string]bool{
		`{"version":1,"complete":true,"findings":[],"stats":` + stats + `}`:           true,
		`{"Action":"run","Package":"m","Test":"TestX"}`:                               true,
		`{"version":1,"complete":true,"findings":[]}`:                                 false,
		`{"version":"1","complete":true,"findings":[],"stats":` + stats + `}`:         false,
		`{"version":1,"complete":true,"findings":[{"id":"x"}],"stats":` + stats + `}`: false,
		`{"version":1,"finding":{}}`:                                                  false,
		`{"Package":"m"}`:                                                             false,
		`[]`:                                                                          false,
	} {
		var v any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		if why := s.check(s.root, v, "line"); (why == "") != ok {
			t.Errorf("%s: %q", line, why)
		}
	}
}

// linesAre requires that each line of an output is one of the schema, and returns their kinds in order, each
// repetition once.
func linesAre(t *testing.T, s schema, what, out string) (kinds []string) {
	t.Helper()
	for line := range strings.Lines(out) {
		var v map[string]any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Errorf("%s: %v in %s", what, err, line)
			continue
		}
		if why := s.check(s.root, v, what); why != "" {
			t.Errorf("%s\n%s", why, line)
		}
		kind := "document"
		if v["finding"] != nil {
			kind = "finding"
		} else if v["Action"] != nil {
			kind = "event"
		}
		kinds = append(kinds, kind)
	}
	return slices.Compact(kinds)
}

// TestSchemaOfCommands: every command with -json writes lines of the schema, of which the last one is the document.
func TestSchemaOfCommands(t *testing.T) {
	t.Parallel()
	s := readSchema(t)
	dir := moduletest.Source(t, "crossing")
	program := moduletest.Source(t, "crossingprogram")
	rec := filepath.Join(t.TempDir(), "rec")
	test := call(t, "test", "-C="+dir, "-json", "-keep="+rec, "-tries=10", ".")
	id := test.only(t, "confirmed")
	shards := filepath.Join(t.TempDir(), "s.jsonl")
	outputs := map[flags.Form]string{
		flags.Test:       test.out,
		flags.Check:      call(t, "check", "-json", "-C="+dir, "./...").out,
		flags.Explore:    call(t, "explore", "-C="+dir, "-json", "-runs=20", "-shard=1/1", "-results="+shards, ".").out,
		flags.Merge:      call(t, "explore", "-C="+dir, "-json", "-merge", shards).out,
		flags.Races:      call(t, "races", "-C="+dir, "-json", ".").out,
		flags.Run:        call(t, "run", "-json", "-C="+program, ".").out,
		flags.ConfirmDir: call(t, "confirm", "-json", "-tries=0", rec).out,
		flags.ConfirmID:  call(t, "confirm", "-C="+dir, "-json", id.ID, ".").out,
		flags.Replay:     call(t, "replay", "-json", "-tries=10", strings.TrimPrefix(id.Replay, "deadlocklint replay ")).out,
		flags.Demo:       call(t, "demo", "-json").out,
		flags.Protocols:  call(t, "typestate", "check", "-json", "-all", "-C="+dir, ".").out,
	}
	for _, form := range flags.Forms() {
		if _, ok := flags.Lookup(form, "json"); ok && outputs[form] == "" {
			t.Errorf("%s has -json and writes nothing", form)
		}
	}
	for form, out := range outputs {
		if kinds := linesAre(t, s, form.String(), out); len(kinds) == 0 || kinds[len(kinds)-1] != "document" {
			t.Errorf("%s: %q", form, kinds)
		}
	}
	if kinds := linesAre(t, s, "test", test.out); !slices.Equal(kinds, []string{"event", "finding", "document"}) {
		t.Errorf("test: %q", kinds)
	}
}
