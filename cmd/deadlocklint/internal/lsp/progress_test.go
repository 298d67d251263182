package lsp

import (
	"encoding/json"
	"os/exec"
	"testing"
)

// TestProgress: an editor that shows progress is told when a check begins and
// ends, also of a module that does not build; one that does not is told nothing.
func TestProgress(t *testing.T) {
	t.Parallel()
	bin, err := built()
	if err != nil {
		t.Fatal(err)
	}
	first := start(t, map[string]string{"m.go": crossed})
	first.open("m.go")
	first.await(func() bool { return first.codes("m.go") == "lockorder" })
	first.quit()
	if len(first.progress) > 0 {
		t.Errorf("not asked for, and told: %v", first.progress)
	}

	e := converse(t, first.dir, exec.Command(bin, "lsp"), nil, "workDoneProgress")
	for i, text := range []string{crossed, crossed + "func {"} {
		e.save("m.go", text)
		e.await(func() bool { return len(e.progress) == 2*i+2 })
		e.mu.Lock()
		begin, end := e.progress[2*i], e.progress[2*i+1]
		e.mu.Unlock()
		if begin.Token == "" || begin.Token != end.Token || begin.Value.Kind != "begin" || begin.Value.Message != "checking ./." || end.Value.Kind != "end" {
			t.Errorf("%+v, %+v", begin, end)
		}
	}
	e.quit()
}

// told keeps a progress.
func (e *editor) told(params json.RawMessage) {
	var p progressParams
	if json.Unmarshal(params, &p) == nil {
		e.progress = append(e.progress, p)
	}
}
