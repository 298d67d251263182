package goroot

import (
	"context"
	"debug/dwarf"
	"debug/elf"
	"debug/macho"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/internal/fixture"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// layouts are the structures that cross, by their names in an instrumented program.
var layouts = map[string]reflect.Type{
	agentPath + "/boundary.TrailHead":      reflect.TypeFor[boundary.TrailHead](),
	agentPath + "/boundary.Step":           reflect.TypeFor[boundary.Step](),
	agentPath + "/boundary.Place":          reflect.TypeFor[boundary.Place](),
	agentPath + "/boundary.AskHead":        reflect.TypeFor[boundary.AskHead](),
	agentPath + "/boundary.Ask":            reflect.TypeFor[boundary.Ask](),
	agentPath + "/explore/point.Point":     reflect.TypeFor[point.Point](),
	agentPath + "/explore/point.Goroutine": reflect.TypeFor[point.Goroutine](),
	agentPath + "/explore/point.Touch":     reflect.TypeFor[point.Touch](),
	agentPath + "/explore/point.Value":     reflect.TypeFor[point.Value](),
	"runtime.dlRecord":                     reflect.TypeFor[trace.Event](),
}

// TestLayouts compares sizes and offsets in a built program with those of the driver. LAYOUT_RELEASE names
// a Go release, as GOTOOLCHAIN does; without that variable it is the local one.
func TestLayouts(t *testing.T) {
	dir := fixture.Source(t, "layout")
	s := shadow(t)
	if release := os.Getenv("LAYOUT_RELEASE"); release != "" {
		t.Setenv("GOTOOLCHAIN", release)
		tc, err := Resolve(goenv.Read(context.Background(), dir))
		if err != nil {
			t.Fatal(err)
		}
		if s, err = Make(tc, cache(t)); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(t.TempDir(), "program")
	cmd := exec.Command(s.Go(), "build", "-o", program, ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), s.Env()...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	built := structures(t, program)
	for name, want := range layouts {
		if complaint := compare(want, built[name]); complaint != "" {
			t.Errorf("%s: %s: %s", s.Toolchain.Version, name, complaint)
		}
	}
}

// castTo finds the structure of package boundary or point to which a template casts a pointer.
var castTo = regexp.MustCompile(`\(\*(?:\[[^\]]*\])?((?:boundary|point)\.\w+)\)\(`)

// TestLayoutsAreAll: every structure to which a template casts a pointer is compared, and so is every structure in one that is.
func TestLayoutsAreAll(t *testing.T) {
	casts := 0
	templates(t, func(name string, text []byte) {
		for _, m := range castTo.FindAllSubmatch(text, -1) {
			casts++
			if !isCompared(string(m[1])) {
				t.Errorf("%s: %s crosses, and no layout is compared", name, m[1])
			}
		}
	})
	if casts == 0 {
		t.Error("no template casts a pointer")
	}
	for name, typ := range layouts {
		for i := range typ.NumField() {
			f := elementOf(typ.Field(i).Type)
			if f.Kind() == reflect.Struct && !isCompared(f.String()) {
				t.Errorf("%s has a %s, and no layout of that is compared", name, f)
			}
		}
	}
}

// isCompared reports whether the layout of a structure is compared, by its package and name.
func isCompared(name string) bool {
	for compared := range layouts {
		if strings.HasSuffix(compared, "/"+name) {
			return true
		}
	}
	return false
}

// elementOf is what pointers, slices and arrays of a type lead to.
func elementOf(typ reflect.Type) reflect.Type {
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array}, typ.Kind()) {
		typ = typ.Elem()
	}
	return typ
}

// structures are those of a program that have a layout, by name.
func structures(t *testing.T, program string) map[string]*dwarf.StructType {
	t.Helper()
	data, err := debugData(program)
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]*dwarf.StructType{}
	for r := data.Reader(); ; {
		e, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if e == nil {
			return list
		}
		name, _ := e.Val(dwarf.AttrName).(string)
		if e.Tag != dwarf.TagStructType || layouts[name] == nil {
			continue
		}
		typ, err := data.Type(e.Offset)
		if err != nil {
			t.Fatal(err)
		}
		list[name] = typ.(*dwarf.StructType)
	}
}

func debugData(program string) (*dwarf.Data, error) {
	if runtime.GOOS == "darwin" {
		f, err := macho.Open(program)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return f.DWARF()
	}
	f, err := elf.Open(program)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.DWARF()
}

// compare says what differs, "" for nothing. Names of fields differ in their first letters.
func compare(want reflect.Type, got *dwarf.StructType) string {
	switch {
	case got == nil:
		return "the program has no such type"
	case got.Size() != int64(want.Size()):
		return fmt.Sprintf("it has %d bytes, the driver's %d", got.Size(), want.Size())
	case len(got.Field) != want.NumField():
		return fmt.Sprintf("it has %d fields, the driver's %d", len(got.Field), want.NumField())
	}
	for i, g := range got.Field {
		w := want.Field(i)
		if !strings.EqualFold(g.Name, w.Name) || g.ByteOffset != int64(w.Offset) || g.Type.Size() != int64(w.Type.Size()) {
			return fmt.Sprintf("field %d is %s at %d of %d bytes, the driver's %s at %d of %d bytes",
				i, g.Name, g.ByteOffset, g.Type.Size(), w.Name, w.Offset, w.Type.Size())
		}
	}
	return ""
}

// TestCompare: a field that one side has more, or elsewhere, is told.
func TestCompare(t *testing.T) {
	word := &dwarf.UintType{BasicType: dwarf.BasicType{CommonType: dwarf.CommonType{ByteSize: 8}}}
	of := func(size int64, fields ...*dwarf.StructField) *dwarf.StructType {
		return &dwarf.StructType{CommonType: dwarf.CommonType{ByteSize: size}, Field: fields}
	}
	field := func(name string, at int64) *dwarf.StructField {
		return &dwarf.StructField{Name: name, Type: word, ByteOffset: at}
	}
	two := reflect.TypeFor[struct{ A, B uint64 }]()
	for _, c := range []struct {
		got  *dwarf.StructType
		same bool
	}{
		{of(16, field("A", 0), field("b", 8)), true},
		{nil, false},
		{of(24, field("A", 0), field("B", 8), field("C", 16)), false},
		{of(16, field("A", 0)), false},
		{of(16, field("B", 0), field("A", 8)), false},
		{of(16, field("A", 8), field("B", 0)), false},
	} {
		if complaint := compare(two, c.got); (complaint == "") != c.same {
			t.Errorf("%+v: %q", c.got, complaint)
		}
	}
}
