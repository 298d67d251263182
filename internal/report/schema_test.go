package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// schemaFile is the JSON schema of one line.
var schemaFile = filepath.Join("..", "..", "doc", "schema.json")

// TestSchema: doc/schema.json is that of the types. The test with -update writes it.
func TestSchema(t *testing.T) {
	s := &schemas{defs: map[string]any{}}
	lines := []any{s.of(reflect.TypeFor[Document]()), s.of(reflect.TypeFor[Announced]()), map[string]any{"$ref": "#/$defs/Event"}}
	s.defs["Event"] = map[string]any{
		"description": "an event of go test -json, as the go command writes it",
		"type":        "object", "required": []string{"Action"}, "properties": map[string]any{"Action": map[string]any{"type": "string"}},
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(map[string]any{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "a line of deadlocklint -json", "oneOf": lines, "$defs": s.defs}); err != nil {
		t.Fatal(err)
	}
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(schemaFile, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if was, err := os.ReadFile(schemaFile); err != nil || !bytes.Equal(was, b.Bytes()) {
		t.Errorf("doc/schema.json is not that of the types (%v); run go test ./internal/report -run TestSchema -update", err)
	}
}

// schemas makes the schema of types, each once.
type schemas struct{ defs map[string]any }

// of is the schema of a type.
func (s *schemas) of(t reflect.Type) map[string]any {
	switch t.Kind() {
	case reflect.Pointer:
		return map[string]any{"anyOf": []any{s.of(t.Elem()), map[string]any{"type": "null"}}}
	case reflect.Slice, reflect.Array:
		return map[string]any{"type": []string{"array", "null"}, "items": s.of(t.Elem())}
	case reflect.Map:
		return map[string]any{"type": []string{"object", "null"}, "additionalProperties": s.of(t.Elem())}
	case reflect.Struct:
		return s.structure(t)
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.String:
		return s.word(t)
	case reflect.Float32, reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Interface:
		return map[string]any{}
	}
	return map[string]any{"type": "integer"}
}

// word is the schema of a string: a status has few values.
func (s *schemas) word(t reflect.Type) map[string]any {
	if t != reflect.TypeFor[Status]() {
		return map[string]any{"type": "string"}
	}
	return map[string]any{"type": "string", "enum": Statuses()}
}

// structure is a reference to the schema of a struct.
func (s *schemas) structure(t reflect.Type) map[string]any {
	ref := map[string]any{"$ref": "#/$defs/" + t.Name()}
	if _, made := s.defs[t.Name()]; made {
		return ref
	}
	properties, required := map[string]any{}, []string{}
	s.defs[t.Name()] = map[string]any{} // of a type that has itself as a part
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			name = f.Name
		}
		properties[name] = s.of(f.Type)
		if !strings.Contains(options, "omitempty") {
			required = append(required, name)
		}
	}
	s.defs[t.Name()] = map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
	return ref
}
