// Action runs the steps of a composite GitHub action as GitHub's runner does: each
// in a bash of its own, with the inputs in its environment, files for its outputs,
// and nothing after a step that failed. It knows as much of the language of
// actions as action.yml uses, and refuses the rest.
//
//	action FILE OUTPUTS [INPUT=VALUE...]
//
// The outputs of the action go to the file OUTPUTS, a line for each. RUNNER_TEMP
// and GITHUB_WORKSPACE are those of the environment. The exit status is that of
// the step that failed.
package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

type action struct {
	Inputs map[string]struct {
		Description string
		Default     string
	}
	Outputs map[string]struct {
		Description string
		Value       string
	}
	Name, Description string
	Runs              struct {
		Using string
		Steps []step
	}
}

type step struct {
	Name, ID, If, Shell, Run string
	Env                      map[string]string
	Dir                      string `yaml:"working-directory"`
}

func main() {
	if len(os.Args) < 3 {
		fail(errors.New("usage: action FILE OUTPUTS [INPUT=VALUE...]"))
	}
	a, err := read(os.Args[1])
	if err != nil {
		fail(err)
	}
	dir, err := filepath.Abs(filepath.Dir(os.Args[1]))
	if err != nil {
		fail(err)
	}
	r := runner{known: map[string]string{}, dir: dir}
	for name, in := range a.Inputs {
		r.known["inputs."+name] = in.Default
	}
	for _, arg := range os.Args[3:] {
		name, value, ok := strings.Cut(arg, "=")
		if _, known := a.Inputs[name]; !ok || !known {
			fail(fmt.Errorf("%s is no input of the action", arg))
		}
		r.known["inputs."+name] = value
	}
	failed := r.steps(a.Runs.Steps)
	if err := r.outputs(a, os.Args[2]); err != nil {
		fail(err)
	}
	var exit *exec.ExitError
	if errors.As(failed, &exit) {
		os.Exit(exit.ExitCode())
	}
	if failed != nil {
		fail(failed)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "action:", err)
	os.Exit(64)
}

// read refuses keys that it does not know.
func read(file string) (*action, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d := yaml.NewDecoder(f)
	d.KnownFields(true)
	a := new(action)
	if err := d.Decode(a); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if a.Runs.Using != "composite" || a.Name == "" || a.Description == "" {
		return nil, fmt.Errorf("%s: no composite action with a name and a description", file)
	}
	return a, nil
}

// A runner knows the values of expressions, and the directory of the action.
type runner struct {
	known map[string]string
	dir   string
}

// steps runs them until one fails.
func (r *runner) steps(list []step) error {
	for _, s := range list {
		run, err := r.holds(s.If)
		if err == nil && run {
			err = r.step(s)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	return nil
}

func (r *runner) step(s step) error {
	if s.Shell != "bash" {
		return fmt.Errorf("shell %q; a composite action has to name one, and here it is bash", s.Shell)
	}
	work, err := os.MkdirTemp("", "step-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	script, out := filepath.Join(work, "script.sh"), filepath.Join(work, "output")
	text, err := r.expand(s.Run)
	if err == nil {
		err = errors.Join(os.WriteFile(script, []byte(text), 0o600), os.WriteFile(out, nil, 0o600))
	}
	if err != nil {
		return err
	}
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), "GITHUB_ACTIONS=true", "CI=true", "GITHUB_ACTION_PATH="+r.dir, "GITHUB_OUTPUT="+out)
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		value, err := r.expand(s.Env[name])
		if err != nil {
			return err
		}
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	dir, err := r.expand(s.Dir)
	if err != nil {
		return err
	}
	cmd.Dir = filepath.Join(os.Getenv("GITHUB_WORKSPACE"), dir)
	ran := cmd.Run()
	return errors.Join(ran, r.take(s.ID, out))
}

// take reads what a step has written for others.
func (r *runner) take(id, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		if !ok || id == "" {
			return fmt.Errorf("%q is no output of a step with an id", line)
		}
		r.known["steps."+id+".outputs."+name] = value
	}
	return nil
}

var expression = regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`)

// expand replaces expressions by their values. Outputs of steps that did not run
// are empty.
func (r *runner) expand(s string) (string, error) {
	var unknown error
	s = expression.ReplaceAllStringFunc(s, func(e string) string {
		name := expression.FindStringSubmatch(e)[1]
		value, ok := r.known[name]
		if !ok && !strings.HasPrefix(name, "steps.") {
			unknown = fmt.Errorf("%s is not known", e)
		}
		return value
	})
	return s, unknown
}

var equals = regexp.MustCompile(`^([a-z.-]+) == '(.*)'$`)

// holds decides the condition of a step.
func (r *runner) holds(cond string) (bool, error) {
	if cond == "" {
		return true, nil
	}
	m := equals.FindStringSubmatch(cond)
	if m == nil {
		return false, fmt.Errorf("the condition %q is not one that is understood here", cond)
	}
	value, ok := r.known[m[1]]
	if !ok {
		return false, fmt.Errorf("%s is not known", m[1])
	}
	return value == m[2], nil
}

func (r *runner) outputs(a *action, file string) error {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(a.Outputs)) {
		value, err := r.expand(a.Outputs[name].Value)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s=%s\n", name, value)
	}
	return os.WriteFile(file, []byte(b.String()), 0o600)
}
