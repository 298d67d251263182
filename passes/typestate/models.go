package typestate

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
)

// A model says what a function of the standard library does with the objects
// that it is given.
type model struct {
	wraps bool     // what it returns has them, and calls their methods
	calls []string // the methods that it calls on its arguments, by argument
}

// models are those that do not bring an object to an end nor keep it. Any other
// function may do both.
var models = map[string]model{
	"fmt.Fprint": {calls: []string{"Write"}}, "fmt.Fprintf": {calls: []string{"Write"}}, "fmt.Fprintln": {calls: []string{"Write"}},
	"fmt.Fscan": {calls: []string{"Read"}}, "fmt.Fscanf": {calls: []string{"Read"}}, "fmt.Fscanln": {calls: []string{"Read"}},
	"io.WriteString": {calls: []string{"Write"}}, "io.ReadAll": {calls: []string{"Read"}}, "io.ReadFull": {calls: []string{"Read"}}, "io.ReadAtLeast": {calls: []string{"Read"}},
	"io.Copy": {calls: []string{"Write", "Read"}}, "io.CopyN": {calls: []string{"Write", "Read"}}, "io.CopyBuffer": {calls: []string{"Write", "Read"}},
	"io/ioutil.ReadAll": {calls: []string{"Read"}}, "encoding/binary.Read": {calls: []string{"Read"}}, "encoding/binary.Write": {calls: []string{"Write"}},
	"bufio.NewReader": {wraps: true}, "bufio.NewReaderSize": {wraps: true}, "bufio.NewScanner": {wraps: true},
	"bufio.NewWriter": {wraps: true}, "bufio.NewWriterSize": {wraps: true},
	"encoding/json.NewDecoder": {wraps: true}, "encoding/json.NewEncoder": {wraps: true},
	"encoding/xml.NewDecoder": {wraps: true}, "encoding/xml.NewEncoder": {wraps: true},
	"encoding/gob.NewDecoder": {wraps: true}, "encoding/gob.NewEncoder": {wraps: true},
	"encoding/csv.NewReader": {wraps: true}, "encoding/csv.NewWriter": {wraps: true},
	"encoding/base64.NewDecoder": {wraps: true}, "encoding/hex.NewDecoder": {wraps: true},
	"compress/gzip.NewReader": {wraps: true}, "compress/gzip.NewWriter": {wraps: true}, "compress/gzip.NewWriterLevel": {wraps: true},
	"compress/zlib.NewReader": {wraps: true}, "compress/zlib.NewWriter": {wraps: true}, "compress/flate.NewReader": {wraps: true},
	"compress/bzip2.NewReader": {wraps: true}, "archive/tar.NewReader": {wraps: true}, "archive/tar.NewWriter": {wraps: true},
	"archive/zip.NewReader": {wraps: true}, "archive/zip.NewWriter": {wraps: true},
	"io.LimitReader": {wraps: true}, "io.TeeReader": {wraps: true}, "io.NewSectionReader": {wraps: true}, "io.NopCloser": {wraps: true},
	"mime/multipart.NewReader": {wraps: true}, "text/tabwriter.NewWriter": {wraps: true}, "log.New": {wraps: true},
	"image.Decode": {}, "image/png.Decode": {}, "image/jpeg.Decode": {}, "image/png.Encode": {}, "image/jpeg.Encode": {},
	"encoding/pem.Encode": {calls: []string{"Write"}}, "runtime/pprof.WriteHeapProfile": {calls: []string{"Write"}},
	"net/http/httputil.DumpResponse": {},
}

// modelOf returns the model of a called function.
func modelOf(c *ssa.CallCommon) (model, bool) {
	fn := c.StaticCallee()
	if fn == nil {
		return model{}, false
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil || !stdlib.Is(obj.Pkg().Path()) {
		return model{}, false
	}
	if fn.Signature.Recv() != nil && slices.Contains([]string{"ReadFrom", "WriteTo", "Execute", "ExecuteTemplate"}, fn.Name()) {
		return model{}, true // reads or writes it, and leaves the rest to its owner
	}
	m, ok := models[obj.FullName()]
	return m, ok
}

// deadEnds are functions that do not return.
var deadEnds = []string{
	"os.Exit", "runtime.Goexit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln",
	"(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln", "(*log.Logger).Panic", "(*log.Logger).Panicf",
	"(*testing.common).Fatal", "(*testing.common).Fatalf", "(*testing.common).FailNow",
	"(*testing.common).Skip", "(*testing.common).Skipf", "(*testing.common).SkipNow",
	"(testing.TB).Fatal", "(testing.TB).Fatalf", "(testing.TB).FailNow", "(testing.TB).Skip", "(testing.TB).Skipf", "(testing.TB).SkipNow",
}

// fatal reports whether a call of a function outside of the package does not
// return, as far as its name says so: loggers end the program by Fatal.
func fatal(c *ssa.CallCommon) bool {
	obj := calledFunc(c)
	if obj == nil {
		return false
	}
	return slices.Contains(deadEnds, obj.FullName()) || strings.HasPrefix(obj.Name(), "Fatal") || strings.HasPrefix(obj.Name(), "fatal")
}

// tests whether an error is of a kind: true means that there is one.
var errorTests = []string{"errors.Is", "errors.As", "os.IsNotExist", "os.IsExist", "os.IsPermission", "os.IsTimeout"}
