package testflags

import "slices"

const (
	noProfile = "it would measure the recorder, not the program; run go test with it, without deadlocklint"
	noFuzz    = "fuzzing never ends, and the recording with it; run the seeds with -run"
	noRun     = "nothing would run, so nothing would be recorded; run go test with it, without deadlocklint"
	sanitizer = "never tried with the instrumented standard library; use -race, or go test without deadlocklint"
	debugOnly = "of the go command; undocumented"
)

// Flags returns the table of all flags of go test, in the order of "go help".
func Flags() []Flag { return slices.Concat(commandFlags, testFlags, profileFlags, buildFlags) }

// commandFlags are those of "go help test".
var commandFlags = []Flag{
	{Name: "args", Bool: true, Fate: Taken, Note: "all arguments after it go to the test binary, in every run. Before it the binary gets flags that the tests define; others are refused"},
	{Name: "c", Bool: true, Fate: Refused, Note: noRun},
	{Name: "exec", Fate: Taken, Note: "our own program, when there is one, runs yours"},
	{Name: "i", Bool: true, Fate: Refused, Unlisted: true, Note: "go test has not had it since Go 1.20; write -args -i to hand it to the test binary"},
	{Name: "json", Bool: true, Fate: Taken, Note: "the events of go test come first, then the findings and the sums"},
	{Name: "o", Fate: Refused, Note: "the binary needs the instrumented standard library beside it; build it with go test, without deadlocklint"},
}

// testFlags are the first part of "go help testflag".
var testFlags = []Flag{
	{Name: "artifacts", Bool: true, Test: true, Fate: Recorded},
	{Name: "bench", Test: true, Fate: Taken, Note: "a benchmark is recorded like a test; every iteration counts, so add -benchtime=1x"},
	{Name: "benchtime", Test: true, Fate: Passed},
	{Name: "count", Test: true, Fate: Taken, Note: "always 1: the recording run happens once; use -tries for more confirming runs"},
	{Name: "cover", Build: true, Bool: true, Fate: Passed},
	{Name: "covermode", Fate: Passed},
	{Name: "coverpkg", Fate: Passed},
	{Name: "cpu", Test: true, Fate: Passed, Note: "each value runs the tests again within one recording"},
	{Name: "failfast", Bool: true, Test: true, Fate: Recorded, Note: "tests after the first failure are not recorded"},
	{Name: "fullpath", Bool: true, Test: true, Fate: Passed},
	{Name: "fuzz", Test: true, Fate: Refused, Note: noFuzz},
	{Name: "fuzztime", Test: true, Fate: Refused, Note: noFuzz},
	{Name: "fuzzminimizetime", Test: true, Fate: Refused, Note: noFuzz},
	{Name: "list", Test: true, Fate: Refused, Note: noRun},
	{Name: "outputdir", Test: true, Fate: Recorded},
	{Name: "parallel", Test: true, Fate: Passed},
	{Name: "run", Test: true, Fate: Taken, Note: "selects the recorded tests; a confirming run runs the tests in which its candidate was seen"},
	{Name: "short", Bool: true, Test: true, Fate: Passed},
	{Name: "shuffle", Test: true, Fate: Taken, Note: "on uses -seed, so that the run can be made again"},
	{Name: "skip", Test: true, Fate: Passed},
	{Name: "timeout", Test: true, Fate: Taken, Note: "for the recording run; a confirming run in which it fires is disturbed and tried again"},
	{Name: "v", Bool: true, Test: true, Fate: Taken, Note: "the recording run's output is verbose, and so is the report"},
	{Name: "vet", Fate: Taken, Note: "of the recording run; confirming runs do not vet again"},
}

// profileFlags are the second part of "go help testflag".
var profileFlags = []Flag{
	{Name: "benchmem", Bool: true, Test: true, Fate: Recorded, Note: "counts the recorder's allocations too"},
	{Name: "blockprofile", Test: true, Fate: Refused, Note: noProfile},
	{Name: "blockprofilerate", Test: true, Fate: Refused, Note: noProfile},
	{Name: "coverprofile", Test: true, Fate: Recorded},
	{Name: "cpuprofile", Test: true, Fate: Refused, Note: noProfile},
	{Name: "memprofile", Test: true, Fate: Refused, Note: noProfile},
	{Name: "memprofilerate", Test: true, Fate: Refused, Note: noProfile},
	{Name: "mutexprofile", Test: true, Fate: Refused, Note: noProfile},
	{Name: "mutexprofilefraction", Test: true, Fate: Refused, Note: noProfile},
	{Name: "trace", Test: true, Fate: Refused, Note: noProfile},
}

// buildFlags are those of "go help build" that are not above.
var buildFlags = []Flag{
	{Name: "C", Fate: Taken, Note: "must come first, as in go test"},
	{Name: "a", Build: true, Bool: true, Fate: Recorded, Note: "builds the instrumented standard library once more too"},
	{Name: "n", Bool: true, Fate: Refused, Note: noRun},
	{Name: "p", Build: true, Fate: Passed},
	{Name: "race", Build: true, Bool: true, Fate: Passed, Note: "one more build of the instrumented standard library, which is then cached"},
	{Name: "msan", Bool: true, Fate: Refused, Note: sanitizer},
	{Name: "asan", Bool: true, Fate: Refused, Note: sanitizer},
	{Name: "work", Bool: true, Fate: Recorded},
	{Name: "x", Bool: true, Fate: Recorded, Note: "only in GOFLAGS, since -x NAME=VALUE is a flag of deadlocklint"},
	{Name: "asmflags", Build: true, Fate: Passed},
	{Name: "buildmode", Fate: Passed},
	{Name: "buildvcs", Build: true, Bool: true, Fate: Passed},
	{Name: "compiler", Fate: Taken, Note: "only gc: the instrumented standard library is that of the gc toolchain"},
	{Name: "gccgoflags", Fate: Refused, Note: "only the gc toolchain is instrumented; leave it out"},
	{Name: "gcflags", Build: true, Fate: Taken, Note: "merged with ours, which make atomics visible"},
	{Name: "installsuffix", Fate: Passed},
	{Name: "ldflags", Build: true, Fate: Taken, Note: "merged with ours"},
	{Name: "linkshared", Bool: true, Fate: Refused, Note: "a shared standard library is not the instrumented one; leave it out"},
	{Name: "mod", Build: true, Fate: Passed},
	{Name: "modcacherw", Bool: true, Fate: Passed},
	{Name: "modfile", Build: true, Fate: Passed},
	{Name: "overlay", Build: true, Fate: Taken, Note: "merged with ours"},
	{Name: "pgo", Build: true, Fate: Passed},
	{Name: "pkgdir", Fate: Refused, Note: "instrumented and plain packages would mix there; leave it out, the build cache keeps them apart"},
	{Name: "tags", Build: true, Fate: Passed},
	{Name: "trimpath", Build: true, Bool: true, Fate: Passed},
	{Name: "toolexec", Fate: Passed},
	{Name: "debug-actiongraph", Fate: Recorded, Unlisted: true, Note: debugOnly},
	{Name: "debug-runtime-trace", Fate: Recorded, Unlisted: true, Note: debugOnly},
	{Name: "debug-trace", Fate: Recorded, Unlisted: true, Note: debugOnly},
}
