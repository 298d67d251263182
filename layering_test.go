package deadlocklint

import (
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A layer is one of those in doc.go. A package imports packages of its own
// layer and of those below, and of these only what its row allows.
type layer int

const (
	l0  layer = iota // vocabulary
	l1               // models and loading
	l2a              // static checks
	l2b              // running the program
	l2c              // instrumenting the user's own module
	l3               // the subcommands and what serves only them
	l4               // commands: main and nothing else
)

// A row says what the package may import besides the standard library.
type row struct {
	layer   layer
	imports string // packages of ours, separated by spaces
	extern  string // path prefixes outside of this module, separated by spaces
	low     bool   // of the standard library, only what package sync may import
	planned bool   // does not exist yet
}

const xtools = "golang.org/x/tools/"

// lowStd is the standard library for packages that are compiled a second time
// into the instrumented standard library, below package sync.
var lowStd = []string{"unsafe", "runtime", "sync/atomic"}

// sourceFile is the file of such a package that hands out the text of the
// others. It is not compiled a second time, and may import embed for its purpose.
const sourceFile = "source.go"

// commandsDir is where the commands are, and what only they use.
const commandsDir = "cmd/deadlocklint/internal/"

// commands are packages of commandsDir, by their names from there.
func commands(names string) string {
	list := strings.Fields(names)
	for i, name := range list {
		list[i] = commandsDir + name
	}
	return strings.Join(list, " ")
}

// rows is the architecture. A path that ends in "*" stands for all packages
// directly below, apart from those with a row of their own.
var rows = map[string]row{
	".": {layer: l0},

	"internal/trace":           {layer: l0, imports: "internal/trace/form"},
	"internal/trace/form":      {layer: l0, low: true},
	"internal/trace/wire":      {layer: l0, imports: "internal/regular internal/trace internal/trace/form"},
	"internal/trace/tracetest": {layer: l0, imports: "internal/trace internal/trace/form internal/trace/wire", extern: xtools + "txtar"},
	"internal/trace/objects":   {layer: l0, imports: "internal/trace internal/trace/form"},
	"internal/binary":          {layer: l0, imports: "internal/trace/form"},
	"internal/buildid":         {layer: l0},
	"internal/goenv":           {layer: l0},
	"internal/regular":         {layer: l0},
	"internal/crash":           {layer: l0},
	"internal/seal":            {layer: l0},
	"internal/spinlock":        {layer: l0},
	"internal/checks":          {layer: l0},
	"internal/compact":         {layer: l0},
	"internal/stdlib":          {layer: l0, extern: xtools + "go"},
	"internal/fixture":         {layer: l0, imports: "internal/tracked"},
	"internal/matrix":          {layer: l0},
	"internal/tracked":         {layer: l0},
	"internal/wording":         {layer: l0},
	"internal/report":          {layer: l0, imports: "internal/checks internal/wording"},

	"lockgraph":           {layer: l1, imports: "internal/checks internal/trace internal/trace/objects"},
	"racegraph":           {layer: l1, imports: "internal/trace lockgraph"},
	"condvar":             {layer: l1, imports: "internal/checks internal/regular internal/stdlib internal/trace internal/trace/objects"},
	"typestate":           {layer: l1, imports: "internal/trace internal/trace/objects lockgraph typestate/automaton typestate/mine typestate/lattice"},
	"typestate/automaton": {layer: l1},
	"typestate/mine":      {layer: l1, imports: "typestate/automaton"},
	"typestate/lattice":   {layer: l1, imports: "typestate/automaton"},
	"typestate/protocol":  {layer: l1, imports: "typestate/automaton"},
	"typestate/comments":  {layer: l1, imports: "typestate/automaton"},
	"internal/load":       {layer: l1, imports: "internal/stdlib", extern: xtools + "go"},
	"internal/impact":     {layer: l1, extern: xtools + "go/packages"},
	"internal/syncop":     {layer: l1, imports: "internal/stdlib internal/trace internal/trace/form internal/load", extern: xtools + "go"},
	"internal/guard":      {layer: l1, extern: xtools + "go"},
	"internal/mhp":        {layer: l1, imports: "internal/trace internal/load internal/syncop", extern: xtools + "go"},
	"pointer":             {layer: l1, extern: xtools + "go"},
	"pointer/alias":       {layer: l1, imports: "internal/load internal/syncop pointer", extern: xtools + "go"},
	"internal/prose":      {layer: l1},
	"internal/documents":  {layer: l1, imports: "internal/checks"},
	"internal/structure":  {layer: l1, extern: xtools + "go"},

	"passes/lockfacts":     {layer: l2a, imports: "internal/wording internal/checks internal/stdlib internal/compact internal/trace internal/trace/form internal/syncop internal/load internal/guard pointer/alias passes/search lockgraph", extern: xtools + "go"},
	"passes/suite":         {layer: l2a, imports: "internal/checks passes/* passes/chanblock passes/condcheck passes/condsignal passes/distant passes/lockorder passes/typestate passes/lockfacts passes/directives", extern: xtools + "go/analysis"},
	"passes/heap":          {layer: l2a},
	"passes/search":        {layer: l2a, imports: "internal/trace internal/syncop passes/heap", extern: xtools + "go/ssa"},
	"passes/condcheck":     {layer: l2a, imports: "internal/checks passes/lockfacts passes/edit internal/trace internal/syncop lockgraph", extern: xtools + "go"},
	"passes/condsignal":    {layer: l2a, imports: "passes/lockfacts passes/condcheck", extern: xtools + "go/analysis"},
	"passes/distant":       {layer: l2a, imports: "passes/lockfacts passes/lockorder", extern: xtools + "go/analysis"},
	"passes/lockorder":     {layer: l2a, imports: "internal/checks internal/mhp pointer/alias passes/lockfacts lockgraph internal/syncop", extern: xtools + "go/analysis"},
	"passes/directives":    {layer: l2a, imports: "internal/checks passes/lockfacts lockgraph", extern: xtools + "go/analysis"},
	"passes/edit/edittest": {layer: l2a, extern: xtools + "go"},
	"passes/edit":          {layer: l2a, extern: xtools + "go"},
	"passes/typestate":     {layer: l2a, imports: "internal/checks internal/stdlib internal/regular passes/lockfacts passes/edit internal/syncop lockgraph typestate/automaton typestate/comments typestate/protocol", extern: xtools + "go"},
	"passes/chanblock":     {layer: l2a, imports: "internal/checks internal/guard internal/stdlib passes/lockfacts passes/edit internal/trace internal/syncop lockgraph", extern: xtools + "go"},
	"passes/*":             {layer: l2a, imports: "internal/wording internal/checks internal/stdlib passes/lockfacts passes/search passes/edit internal/trace internal/syncop lockgraph condvar typestate", extern: xtools + "go"},

	"fuzzer/drive":           {layer: l2b, imports: "fuzzer/drive/contract fuzzer/drive/judge fuzzer/drive/nearby"},
	"fuzzer/drive/contract":  {layer: l2b},
	"fuzzer/drive/entry":     {layer: l2b},
	"fuzzer/drive/evolve":    {layer: l2b, imports: "fuzzer/drive/judge"},
	"fuzzer/drive/halves":    {layer: l2b},
	"fuzzer/drive/judge":     {layer: l2b},
	"fuzzer/drive/nearby":    {layer: l2b},
	"fuzzer/explore":         {layer: l2b, imports: "fuzzer/explore/ascii fuzzer/explore/auto fuzzer/explore/causal fuzzer/explore/config fuzzer/explore/dpor fuzzer/explore/order fuzzer/explore/point fuzzer/explore/search fuzzer/explore/steer fuzzer/explore/walk", low: true},
	"fuzzer/explore/ascii":   {layer: l2b, low: true},
	"fuzzer/explore/auto":    {layer: l2b, imports: "fuzzer/explore/ascii fuzzer/explore/config fuzzer/explore/order fuzzer/explore/point fuzzer/explore/random fuzzer/explore/search fuzzer/explore/walk", low: true},
	"fuzzer/explore/causal":  {layer: l2b, imports: "fuzzer/explore/ascii fuzzer/explore/config fuzzer/explore/order fuzzer/explore/point fuzzer/explore/random", low: true},
	"fuzzer/explore/config":  {layer: l2b, imports: "fuzzer/explore/ascii", low: true},
	"fuzzer/explore/dpor":    {layer: l2b, imports: "fuzzer/explore/ascii fuzzer/explore/config fuzzer/explore/order fuzzer/explore/point", low: true},
	"fuzzer/explore/order":   {layer: l2b, imports: "fuzzer/explore/point fuzzer/explore/random", low: true},
	"fuzzer/explore/point":   {layer: l2b, low: true},
	"fuzzer/explore/random":  {layer: l2b, low: true},
	"fuzzer/explore/search":  {layer: l2b, imports: "fuzzer/explore/ascii fuzzer/explore/config fuzzer/explore/order fuzzer/explore/point fuzzer/explore/random", low: true},
	"fuzzer/explore/shrink":  {layer: l2b, imports: "fuzzer/explore/config fuzzer/explore/order fuzzer/explore/point fuzzer/explore/random fuzzer/explore/search", low: true},
	"fuzzer/explore/steer":   {layer: l2b, imports: "fuzzer/explore/ascii fuzzer/explore/config fuzzer/explore/order fuzzer/explore/point fuzzer/explore/random", low: true},
	"fuzzer/explore/walk":    {layer: l2b, imports: "fuzzer/explore/ascii fuzzer/explore/config fuzzer/explore/point fuzzer/explore/random", low: true},
	"fuzzer/boundary":        {layer: l2b, imports: "fuzzer/explore/point fuzzer/explore/random", low: true},
	"fuzzer/pauses":          {layer: l2b, low: true},
	"fuzzer/rt":              {layer: l2b, imports: "fuzzer/boundary fuzzer/explore fuzzer/explore/auto fuzzer/explore/config fuzzer/explore/point fuzzer/explore/random fuzzer/explore/search fuzzer/explore/shrink fuzzer/pauses", low: true},
	"fuzzer/goroot":          {layer: l2b, imports: "internal/goenv internal/trace internal/trace/form internal/binary typestate/automaton typestate/protocol fuzzer/boundary fuzzer/explore fuzzer/pauses fuzzer/rt"},
	"fuzzer/linked":          {layer: l2b},
	"fuzzer/record":          {layer: l2b, imports: "fuzzer/boundary internal/regular internal/seal internal/trace internal/trace/wire internal/trace/objects internal/binary fuzzer/goroot"},
	"fuzzer/explorer":        {layer: l2b, imports: "fuzzer/boundary internal/crash internal/regular internal/trace fuzzer/explore fuzzer/explore/auto fuzzer/explore/config fuzzer/explore/dpor fuzzer/explore/point fuzzer/explore/random fuzzer/explore/shrink fuzzer/record"},
	"fuzzer/runner":          {layer: l2b, imports: "fuzzer/boundary fuzzer/explore/config fuzzer/explore/dpor fuzzer/explorer fuzzer/record"},
	"fuzzer/runner/explored": {layer: l2b, imports: "fuzzer/explore/config fuzzer/explore/dpor fuzzer/explorer internal/regular internal/report"},
	"fuzzer/predict":         {layer: l2b, imports: "fuzzer/boundary internal/checks internal/stdlib internal/trace internal/trace/wire internal/trace/objects internal/binary internal/spinlock internal/wording lockgraph racegraph condvar fuzzer/goroot fuzzer/record fuzzer/pauses"},
	"fuzzer/racer":           {layer: l2b, imports: "fuzzer/boundary fuzzer/explore fuzzer/explore/config fuzzer/explore/steer fuzzer/explorer fuzzer/predict fuzzer/record racegraph"},
	"fuzzer/confirm":         {layer: l2b, imports: "fuzzer/boundary internal/crash internal/regular internal/trace internal/trace/wire internal/trace/objects internal/report internal/wording lockgraph fuzzer/explore/config fuzzer/explorer fuzzer/pauses fuzzer/record fuzzer/predict"},

	"instrument/sites": {layer: l2c, imports: "internal/trace internal/load internal/stdlib instrument/local", extern: xtools + "go"},
	"instrument/local": {layer: l2c, extern: xtools + "go"},
	"instrument":       {layer: l2c, imports: "internal/trace internal/load internal/syncop condvar typestate", extern: xtools + "go"},

	commandsDir + "command":             {layer: l3, imports: "internal/report"},
	commandsDir + "console":             {layer: l3},
	commandsDir + "module":              {layer: l3, imports: "internal/goenv internal/load internal/regular " + commands("command")},
	commandsDir + "flags":               {layer: l3, imports: "fuzzer/explore/config internal/report"},
	commandsDir + "testflags":           {layer: l3, imports: commands("flags")},
	commandsDir + "suppress":            {layer: l3, imports: "internal/checks internal/report"},
	commandsDir + "render":              {layer: l3, imports: "internal/wording internal/checks internal/report", extern: "honnef.co/go/tools/sarif"},
	commandsDir + "render/html":         {layer: l3, imports: "internal/wording internal/checks internal/report"},
	commandsDir + "factcache":           {layer: l3, imports: "fuzzer/goroot internal/buildid"},
	commandsDir + "results":             {layer: l3, imports: "fuzzer/goroot internal/checks internal/regular internal/report " + commands("module")},
	commandsDir + "cause":               {layer: l3, imports: "fuzzer/predict internal/checks internal/crash internal/report internal/stdlib internal/trace lockgraph"},
	commandsDir + "known":               {layer: l3, imports: "internal/wording"},
	commandsDir + "output":              {layer: l3, imports: "internal/checks condvar internal/regular internal/report passes/suite " + commands("cause command console module render render/html suppress flags")},
	commandsDir + "revision":            {layer: l3, imports: "internal/impact internal/report " + commands("command module output")},
	commandsDir + "schedule":            {layer: l3, imports: "fuzzer/confirm fuzzer/explorer fuzzer/goroot fuzzer/record fuzzer/pauses internal/regular internal/report internal/seal typestate/automaton " + commands("command module")},
	commandsDir + "session":             {layer: l3, imports: "fuzzer/boundary internal/checks internal/goenv condvar fuzzer/confirm fuzzer/explorer fuzzer/goroot fuzzer/linked fuzzer/predict fuzzer/racer fuzzer/record fuzzer/runner instrument instrument/sites internal/load internal/regular internal/report internal/trace " + commands("command console module output results schedule flags testflags")},
	commandsDir + "protocol/sources":    {layer: l3, imports: "internal/checks internal/load internal/report typestate/automaton typestate/comments typestate/mine " + commands("command")},
	commandsDir + "static":              {layer: l3, imports: "internal/checks condvar internal/load internal/report passes/lockfacts passes/suite pointer/alias typestate/protocol " + commands("command console factcache module output protocol/sources revision flags"), extern: xtools + "go"},
	commandsDir + "vet":                 {layer: l3, imports: "internal/buildid internal/load passes/lockfacts passes/suite", extern: xtools + "go/analysis"},
	commandsDir + "protocol/panics":     {layer: l3, imports: "fuzzer/boundary fuzzer/explore fuzzer/explore/auto fuzzer/explore/config fuzzer/explorer fuzzer/record internal/stdlib typestate"},
	commandsDir + "overlay":             {layer: l3},
	commandsDir + "drive":               {layer: l3, imports: "fuzzer/boundary fuzzer/drive fuzzer/drive/contract fuzzer/drive/entry fuzzer/drive/evolve fuzzer/drive/judge fuzzer/drive/nearby fuzzer/explore/config fuzzer/explorer fuzzer/predict fuzzer/racer fuzzer/record internal/load internal/report racegraph " + commands("command overlay session testflags transcript"), extern: xtools + "go/packages"},
	commandsDir + "drive/tested":        {layer: l3, imports: "fuzzer/boundary fuzzer/drive fuzzer/drive/entry fuzzer/drive/halves fuzzer/drive/judge fuzzer/explore/config fuzzer/explorer fuzzer/predict fuzzer/record internal/load " + commands("drive overlay session testflags"), extern: xtools + "go/packages"},
	commandsDir + "protocol/program":    {layer: l3, imports: "internal/load " + commands("overlay")},
	commandsDir + "protocol":            {layer: l3, imports: "internal/wording internal/goenv internal/checks internal/load internal/stdlib fuzzer/boundary fuzzer/confirm fuzzer/explore/config fuzzer/goroot fuzzer/predict fuzzer/record fuzzer/pauses instrument/sites internal/report internal/trace internal/trace/wire lockgraph typestate typestate/automaton typestate/lattice typestate/mine typestate/protocol " + commands("command module protocol/panics protocol/program protocol/sources schedule session flags testflags")},
	commandsDir + "purse":               {layer: l3, imports: "fuzzer/record"},
	commandsDir + "transcript":          {layer: l3, imports: "internal/wording internal/stdlib internal/report internal/trace fuzzer/explorer fuzzer/predict fuzzer/record " + commands("session")},
	commandsDir + "goroutine":           {layer: l3, imports: "fuzzer/explorer fuzzer/predict internal/report internal/trace internal/wording lockgraph " + commands("module session")},
	commandsDir + "ending":              {layer: l3, imports: "fuzzer/boundary fuzzer/explore/auto fuzzer/explore/config fuzzer/explore/order fuzzer/explore/random fuzzer/explore/search fuzzer/explorer fuzzer/record fuzzer/runner fuzzer/runner/explored internal/checks internal/report internal/stdlib internal/wording lockgraph " + commands("goroutine known module session transcript")},
	commandsDir + "blocked":             {layer: l3, imports: "fuzzer/confirm fuzzer/predict internal/checks internal/report internal/trace internal/wording lockgraph " + commands("cause ending goroutine session")},
	commandsDir + "races":               {layer: l3, imports: "fuzzer/boundary fuzzer/explorer fuzzer/predict fuzzer/racer fuzzer/record internal/checks internal/report internal/trace internal/wording lockgraph racegraph " + commands("ending session transcript"), extern: xtools + "go/packages"},
	commandsDir + "candidate":           {layer: l3, imports: "fuzzer/confirm internal/report " + commands("purse")},
	commandsDir + "cycles":              {layer: l3, imports: "fuzzer/confirm fuzzer/explore/config fuzzer/explore/steer fuzzer/explorer fuzzer/predict fuzzer/record internal/checks internal/load internal/mhp internal/report internal/trace internal/wording lockgraph " + commands("candidate cause ending goroutine module purse session")},
	commandsDir + "stalls":              {layer: l3, imports: "condvar fuzzer/confirm fuzzer/explore/config fuzzer/explorer fuzzer/predict internal/report internal/stdlib internal/wording " + commands("candidate cause goroutine purse session transcript")},
	commandsDir + "run":                 {layer: l3, imports: "fuzzer/boundary fuzzer/drive/judge fuzzer/explore fuzzer/explore/auto fuzzer/explore/causal fuzzer/explore/config fuzzer/explore/dpor fuzzer/explore/order fuzzer/explore/search fuzzer/explorer fuzzer/predict fuzzer/racer fuzzer/record fuzzer/runner/explored instrument internal/checks internal/goenv internal/impact internal/load internal/regular internal/report internal/trace internal/trace/wire internal/wording passes/suite " + commands("blocked candidate cause command cycles drive drive/tested ending flags goroutine module protocol purse races replay revision schedule session stalls static suppress testflags transcript"), extern: xtools + "go/packages"},
	commandsDir + "replay":              {layer: l3, imports: "internal/wording fuzzer/boundary internal/goenv fuzzer/confirm fuzzer/record instrument instrument/sites internal/report " + commands("command schedule session flags")},
	commandsDir + "gopls":               {layer: l3, imports: "fuzzer/goroot " + commands("command console flags")},
	commandsDir + "lsp":                 {layer: l3, imports: "internal/checks internal/regular internal/report passes/suite " + commands("command console gopls results"), extern: "github.com/creachadair/jrpc2"},
	commandsDir + "dispatch":            {layer: l3, imports: "internal/goenv fuzzer/goroot fuzzer/record internal/report passes/suite " + commands("command console flags lsp protocol run schedule session static testflags")},
	commandsDir + "moduletest":          {layer: l3, imports: "internal/fixture internal/goenv fuzzer/goroot fuzzer/linked fuzzer/record", extern: xtools + "txtar"},
	commandsDir + "cases":               {layer: l3, imports: "internal/checks internal/report " + commands("cause command dispatch"), extern: xtools + "txtar"},
	commandsDir + "runtest":             {layer: l3, imports: "internal/report " + commands("command run session")},
	commandsDir + "cases/alike":         {layer: l3},
	commandsDir + "cases/bodies":        {layer: l3},
	commandsDir + "cases/explore":       {layer: l3},
	commandsDir + "cases/communication": {layer: l3},
	commandsDir + "cases/driven":        {layer: l3},
	commandsDir + "cases/identity":      {layer: l3},
	commandsDir + "cases/protocol":      {layer: l3},
	commandsDir + "cases/rules":         {layer: l3},
	commandsDir + "cases/races":         {layer: l3},

	commandsDir + "cases/oracle": {layer: l3},

	"internal/oracle":           {layer: l1, imports: "internal/checks internal/report internal/oracle/program internal/oracle/schedules internal/oracle/generate"},
	"internal/oracle/generate":  {layer: l1, imports: "internal/oracle/program internal/oracle/schedules"},
	"internal/oracle/schedules": {layer: l1, imports: "internal/oracle/program"},
	"internal/oracle/program":   {layer: l1},
	"script/oracle":             {layer: l4, imports: "internal/oracle"},

	"script/structure":  {layer: l4, imports: "internal/structure"},
	"script/conditions": {layer: l4, imports: "instrument"},
	"script/prose":      {layer: l4, imports: "internal/prose"},
	"script/documents":  {layer: l4, imports: "internal/documents"},
	"cmd/deadlocklint":  {layer: l4, imports: commands("command dispatch static vet"), extern: xtools + "go/analysis"},
}

// rowOf returns the row for a package and the key it was found under.
func rowOf(pkg string) (row, string, bool) {
	for _, key := range []string{pkg, path.Dir(pkg) + "/*"} {
		if r, ok := rows[key]; ok {
			return r, key, true
		}
	}
	return row{}, "", false
}

func TestLayers(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range packages(t) {
		r, key, ok := rowOf(p.path)
		if !ok {
			t.Errorf("%s has no row: give it one in layering_test.go", p.path)
			continue
		}
		seen[key] = true
		if r.planned && key == p.path {
			t.Errorf("%s exists: drop planned from its row in layering_test.go", p.path)
		}
		for _, file := range p.files {
			checkImports(t, p.path, r, file)
		}
	}
	for key, r := range rows {
		if !seen[key] && !r.planned {
			t.Errorf("%s does not exist: mark its row planned in layering_test.go, or remove it", key)
		}
	}
}

// checkImports reports every import of a file that the row of its package forbids.
func checkImports(t *testing.T, pkg string, r row, file string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	isTest := strings.HasSuffix(file, "_test.go")
	isSource := r.low && filepath.Base(file) == sourceFile
	for _, spec := range parsed.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Error(err)
			continue
		}
		if isSource && imp == "embed" {
			continue
		}
		if reason := forbidden(pkg, r, imp, isTest); reason != "" {
			t.Errorf("%s imports %s: %s", filepath.ToSlash(file), imp, reason)
		}
	}
}

// forbidden returns why the package may not import imp, or "" when it may.
func forbidden(pkg string, r row, imp string, isTest bool) string {
	ours, isOurs := strings.CutPrefix(imp, modulePath+"/")
	switch {
	case imp == modulePath:
		return "the root package is documentation"
	case isOurs && isTest:
		return forbiddenInTest(pkg, r, ours)
	case isOurs:
		_, key, _ := rowOf(ours)
		if allowed := strings.Fields(r.imports); !slices.Contains(allowed, ours) && !slices.Contains(allowed, key) {
			return "its row allows only: " + strings.Join(append(allowed, "the standard library"), ", ")
		}
	case !strings.Contains(strings.Split(imp, "/")[0], "."): // standard library
		if r.low && !isTest && !slices.Contains(lowStd, imp) {
			return "it is compiled into the standard library below sync and may import only " + strings.Join(lowStd, ", ")
		}
	case isTest && imp == xtools+"txtar":
	case !slices.ContainsFunc(strings.Fields(r.extern), func(prefix string) bool { return under(imp, prefix) }):
		return "a dependency outside of this module: decide about it in doc/design/006-dependencies.md"
	}
	return ""
}

// forbiddenInTest lets a test import whatever does not lie above its package.
func forbiddenInTest(pkg string, r row, imp string) string {
	other, _, ok := rowOf(imp)
	switch {
	case imp == pkg || !ok: // a package without a row is reported anyway
		return ""
	case pkg == ".": // its tests are those of the whole
		return ""
	case !below(other.layer, r.layer):
		return "it lies above, or on the other side of the static and the dynamic half"
	}
	return ""
}

// below reports whether a package of layer b may import one of layer a.
func below(a, b layer) bool {
	if a != b && a >= l2a && b <= l2c { // the halves, and what instruments, meet in l1
		return false
	}
	return a <= b
}

func under(imp, prefix string) bool {
	return imp == prefix || strings.HasPrefix(imp, strings.TrimSuffix(prefix, "/")+"/")
}

// TestSourceIsNotItsOwn fails when the file that embeds the text of a package
// embeds itself: the copy would import embed below sync.
func TestSourceIsNotItsOwn(t *testing.T) {
	for _, p := range packages(t) {
		if r, _, ok := rowOf(p.path); !ok || !r.low {
			continue
		}
		data, err := os.ReadFile(filepath.Join(filepath.FromSlash(p.path), sourceFile))
		if err != nil {
			continue // its text is embedded from elsewhere
		}
		for line := range strings.Lines(string(data)) {
			patterns, ok := strings.CutPrefix(line, "//go:embed ")
			for _, pattern := range strings.Fields(patterns) {
				for _, file := range []string{sourceFile, "x_test.go"} {
					if hit, err := path.Match(pattern, file); ok && (hit || err != nil) {
						t.Errorf("%s/%s embeds %s with %q: name the files one by one", p.path, sourceFile, file, pattern)
					}
				}
			}
		}
	}
}

// TestRowsKeepTheLayers checks the table itself.
func TestRowsKeepTheLayers(t *testing.T) {
	for pkg, r := range rows {
		for _, imp := range strings.Fields(r.imports) {
			other, ok := rows[imp]
			switch {
			case !ok:
				t.Errorf("row %s allows %s, which has no row", pkg, imp)
			case !below(other.layer, r.layer):
				t.Errorf("row %s allows %s, which lies above it or in the other half", pkg, imp)
			case r.low && !other.low:
				t.Errorf("row %s allows %s, which cannot be compiled into the standard library", pkg, imp)
			}
		}
	}
}

// TestForbiddenIsNoticed checks the checker with imports that must not pass.
func TestForbiddenIsNoticed(t *testing.T) {
	for _, c := range []struct {
		pkg, imp     string
		isTest, want bool
	}{
		{"lockgraph", modulePath + "/internal/trace", false, false},
		{"lockgraph", modulePath + "/fuzzer/pauses", false, true},
		{"lockgraph", modulePath + "/fuzzer/pauses", true, true},
		{"lockgraph", modulePath + "/internal/trace/tracetest", true, false},
		{"lockgraph", modulePath + "/internal/trace/tracetest", false, true},
		{".", modulePath + "/" + commandsDir + "dispatch", true, false},
		{".", modulePath + "/" + commandsDir + "dispatch", false, true},
		{"lockgraph", xtools + "txtar", true, false},
		{"lockgraph", xtools + "txtar", false, true},
		{"internal/trace/form", "strings", false, true},
		{"internal/trace/form", "strings", true, false},
		{"fuzzer/rt", "sync/atomic", false, false},
		{"fuzzer/rt", "sync", false, true},
		{"fuzzer/predict", modulePath + "/passes/lockfacts", false, true},
		{"fuzzer/predict", modulePath + "/passes/lockfacts", true, true},
		{"passes/lockorder", modulePath + "/fuzzer/predict", true, true},
		{"passes/suite", modulePath + "/passes/lockorder", false, false},
		{commandsDir + "run", "github.com/somebody/something", false, true},
		{"cmd/deadlocklint", modulePath + "/" + commandsDir + "dispatch", false, false},
		{"cmd/deadlocklint", modulePath + "/internal/report", false, true},
	} {
		r, _, ok := rowOf(c.pkg)
		if !ok {
			t.Errorf("no row for %s", c.pkg)
		}
		if got := forbidden(c.pkg, r, c.imp, c.isTest); (got != "") != c.want {
			t.Errorf("%s imports %s (test %t): %q, want forbidden: %t", c.pkg, c.imp, c.isTest, got, c.want)
		}
	}
}

// TestCommandsAreMainOnly keeps logic out of commands: it belongs into a package of its own.
func TestCommandsAreMainOnly(t *testing.T) {
	const most = 60 // lines
	for _, p := range packages(t) {
		if r, _, ok := rowOf(p.path); !ok || r.layer != l4 {
			continue
		}
		lines := 0
		for _, file := range p.files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(file, "_test.go") {
				lines += strings.Count(string(data), "\n")
			}
		}
		if lines > most {
			t.Errorf("%s has %d lines: move what it does into a package of %s, %d are enough for a main", p.path, lines, commandsDir, most)
		}
	}
}
