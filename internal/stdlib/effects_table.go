package stdlib

// listed are the functions with an effect. TestListed, TestGiven and TestEnds compare them with the sources.
var listed = map[Effect][]string{
	Ends: {
		"os.Exit", "syscall.Exit", "runtime.Goexit", "runtime.CPUProfile", "testing.Main", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln",
		"(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln", "(*log.Logger).Panic", "(*log.Logger).Panicf",
		"(*log.Logger).Panicln", "(*testing.common).Fatal", "(*testing.common).Fatalf", "(*testing.common).FailNow",
		"(*testing.common).Skip", "(*testing.common).Skipf", "(*testing.common).SkipNow",
	},
	Calls: {
		"bytes.ContainsFunc", "bytes.FieldsFunc", "bytes.IndexFunc", "bytes.LastIndexFunc", "bytes.Map", "bytes.TrimFunc",
		"bytes.TrimLeftFunc", "bytes.TrimRightFunc", "(*container/ring.Ring).Do", "crypto/fips140.WithoutEnforcement",
		"crypto/subtle.WithDataIndependentTiming", "(*database/sql.Conn).Raw", "expvar.Do", "(*expvar.Map).Do", "(*flag.FlagSet).Visit",
		"(*flag.FlagSet).VisitAll", "flag.Visit", "flag.VisitAll", "go/ast.FilterDecl", "go/ast.FilterFile", "go/ast.FilterPackage",
		"go/ast.Inspect", "go/ast.NewPackage", "go/ast.PreorderStack", "(*go/build/constraint.TagExpr).Eval", "(*go/doc.Package).Filter",
		"go/parser.ParseDir", "(*go/token.FileSet).Read", "(*go/token.FileSet).Write", "(*golang.org/x/sync/singleflight.Group).Do",
		"io/fs.WalkDir", "(log/slog.Record).Attrs", "maps.Collect", "maps.DeleteFunc", "maps.EqualFunc", "maps.Insert",
		"(*math/rand.Rand).Shuffle", "math/rand.Shuffle", "(*math/rand/v2.Rand).Shuffle", "math/rand/v2.Shuffle", "os.Expand",
		"(*os.Process).WithHandle", "path/filepath.Walk", "path/filepath.WalkDir", "(reflect.Value).FieldByNameFunc",
		"(*regexp.Regexp).ReplaceAllFunc", "(*regexp.Regexp).ReplaceAllStringFunc", "runtime/pprof.Do", "runtime/pprof.ForLabels",
		"runtime/trace.WithRegion", "slices.AppendSeq", "slices.BinarySearchFunc", "slices.Collect", "slices.CompactFunc",
		"slices.CompareFunc", "slices.ContainsFunc", "slices.DeleteFunc", "slices.EqualFunc", "slices.IndexFunc", "slices.IsSortedFunc",
		"slices.MaxFunc", "slices.MinFunc", "slices.SortFunc", "slices.SortStableFunc", "slices.Sorted", "slices.SortedFunc",
		"slices.SortedStableFunc", "sort.Find", "sort.Search", "sort.Slice", "sort.SliceIsSorted", "sort.SliceStable",
		"strings.ContainsFunc", "strings.FieldsFunc", "strings.IndexFunc", "strings.LastIndexFunc", "strings.Map", "strings.TrimFunc",
		"strings.TrimLeftFunc", "strings.TrimRightFunc", "(*sync.Map).Range", "testing.AllocsPerRun", "testing/slogtest.TestHandler", "(*testing.B).Run",
		"testing.Benchmark", "(*testing.F).Fuzz", "(*testing.T).Run", "testing/synctest.Test",
	},
	Calls | Once: {"(*sync.Once).Do"},
	Spawns: {
		"time.AfterFunc", "context.AfterFunc", "runtime.AddCleanup", "runtime.SetFinalizer", "(*testing.B).RunParallel",
		"net/http.HandleFunc", "(*net/http.ServeMux).HandleFunc", "(*golang.org/x/sync/singleflight.Group).DoChan",
	},
	Spawns | Counts: {
		"(*sync.WaitGroup).Go", "(*golang.org/x/sync/errgroup.Group).Go", "(*golang.org/x/sync/errgroup.Group).TryGo",
	},
	Fails: {
		"errors.New", "fmt.Errorf",
		"net/http.ListenAndServe", "net/http.ListenAndServeTLS", "net/http.Serve", "net/http.ServeTLS",
		"(*net/http.Server).ListenAndServe", "(*net/http.Server).ListenAndServeTLS", "(*net/http.Server).Serve",
		"(*net/http.Server).ServeTLS",
	},
	Wraps: {
		"bufio.NewReader", "bufio.NewReaderSize", "bufio.NewScanner", "bufio.NewWriter", "bufio.NewWriterSize",
		"encoding/json.NewDecoder", "encoding/json.NewEncoder", "encoding/xml.NewDecoder", "encoding/xml.NewEncoder",
		"encoding/gob.NewDecoder", "encoding/gob.NewEncoder", "encoding/csv.NewReader", "encoding/csv.NewWriter",
		"encoding/base64.NewDecoder", "encoding/hex.NewDecoder", "compress/gzip.NewReader", "compress/gzip.NewWriter",
		"compress/gzip.NewWriterLevel", "compress/zlib.NewReader", "compress/zlib.NewWriter", "compress/zlib.NewWriterLevel", "compress/flate.NewReader", "compress/flate.NewWriter",
		"compress/bzip2.NewReader", "archive/tar.NewReader", "archive/tar.NewWriter", "archive/zip.NewReader", "archive/zip.NewWriter",
		"io.LimitReader", "io.TeeReader", "io.NewSectionReader", "io.NopCloser", "mime/multipart.NewReader", "text/tabwriter.NewWriter",
		"log.New",
	},
	Borrows: {
		"image.Decode", "image/png.Decode", "image/jpeg.Decode", "image/png.Encode", "image/jpeg.Encode",
		"net/http/httputil.DumpResponse",
	},
}

// methods are those that a function calls on its arguments, by argument. Such a function borrows them.
var methods = map[string][]string{
	"fmt.Fprint":                     {"Write"},
	"fmt.Fprintf":                    {"Write"},
	"fmt.Fprintln":                   {"Write"},
	"fmt.Fscan":                      {"Read"},
	"fmt.Fscanf":                     {"Read"},
	"fmt.Fscanln":                    {"Read"},
	"io.WriteString":                 {"Write"},
	"io.ReadAll":                     {"Read"},
	"io.ReadFull":                    {"Read"},
	"io.ReadAtLeast":                 {"Read"},
	"io.Copy":                        {"Write", "Read"},
	"io.CopyN":                       {"Write", "Read"},
	"io.CopyBuffer":                  {"Write", "Read"},
	"io/ioutil.ReadAll":              {"Read"},
	"encoding/binary.Read":           {"Read"},
	"encoding/binary.Write":          {"Write"},
	"encoding/pem.Encode":            {"Write"},
	"runtime/pprof.WriteHeapProfile": {"Write"},
}
