package dispatch

// The text of the pages of the commands, besides the flags.
const (
	aboutCheck = `The checks read the whole program that the packages belong to, tests included. A finding is a bug that the code allows.
Findings that are on by default give the exit status 3.

    deadlocklint check ./...
    deadlocklint help checks`

	aboutDemo = `The demo's program moves money between two accounts and ends well. The first run builds an instrumented copy of your Go,
which takes about a minute. With -selftest every stage has to find the deadlock, and nothing is found in a correct twin.`

	aboutTest = `The tests are recorded once, as go test runs them. Deadlocks that this run did not show are predicted from the recording.
Further runs pause goroutines until a predicted deadlock happens. A confirmed deadlock gives the exit status 3.

    deadlocklint test ./...
    deadlocklint test -keep rec -html report.html ./store`

	aboutExplore = `Each test is run again and again. In each run the goroutines take turns by other choices, with a virtual clock. The numbers that
math/rand draws without a seed are choices as well. Each finding has happened, and a file replays the run.

    deadlocklint explore ./...
    deadlocklint explore -run TestClose -i ./store`

	aboutRaces = `Runs of each test are recorded with their accesses of memory. Each order of a race is made to happen, and its effect on
the test is compared with the recorded run.

    deadlocklint races ./...`

	aboutRun = `The program is built with the instrumented standard library and run once with its arguments. When it ends, or an interrupt
ends it, deadlocks are predicted from the recording and confirmed by further runs, as deadlocklint test does. Flags of go build
in front of the package are passed on. A program that listens or writes does so again in each confirming run.

    deadlocklint run ./cmd/server -- -addr :8080
    deadlocklint run -tries 0 -keep rec ./cmd/server`

	aboutTypestate = `An automaton has the orders in which methods of a type may be called. mine learns automata from runs. check finds orders
that the run could have had and that an automaton forbids, and makes each happen. show prints automata.

    deadlocklint typestate check ./...
    deadlocklint typestate show -types os/exec.Cmd -draw svg >cmd.svg`

	aboutConfirm = `A directory of -keep, or of deadlocklint record, has candidates, which are tried. With -tries 0 nothing is run. An
id names one finding: the tests that contain its places are run to make it happen. Besides the flags below, confirm with an id
has those of go test, as deadlocklint test.

    deadlocklint confirm rec
    deadlocklint confirm 8cfd48a77d12d486 ./...`

	aboutReplay = `The program is built from the present source, and the schedule makes its goroutines take the recorded course. The exit
status is 3 when it happened again, 0 when it did not, and 1 when the schedule could not be followed.

    deadlocklint replay schedule
    git bisect run sh -c 'deadlocklint replay /tmp/schedule; case $? in 0) exit 0;; 3) exit 1;; *) exit 125;; esac'`

	aboutRecord = `env prints the variables with which any go command builds programs that can be recorded. The command is run and recorded
with all programs of that kind that it starts; deadlocklint confirm reads the directory of -keep. show prints a
file of a recording.

    eval "$(deadlocklint record env)" && go build -o server ./cmd/server
    deadlocklint record -keep rec -- ./server -flag
    deadlocklint confirm rec`

	aboutLSP = `The server shows findings of the checks, and of the last run, in an editor. gopls builds the Go team's language server with
the checks in it, and prints the settings of editors.`

	aboutHelp = `help checks lists the checks, and help checks NAME prints the page of one. help completion SHELL prints a script
for bash, zsh or fish.

    deadlocklint help run
    deadlocklint help lockorder
    source <(deadlocklint help completion bash)`
)
