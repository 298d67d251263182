package transcript

import (
	"fmt"

	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// variable notes the name that the source has for the atomic variable of a step.
func (m *Run) variable(i int, s report.Step, name string) {
	if m.called == nil {
		m.called = map[uint32]string{}
	}
	if object := m.Steps[i].Object; s.Op == trace.OpLoad.String() && s.Class == "" && object > 0 && m.called[object] == "" {
		m.called[object] = name
	}
}

// nameVariables gives atomic variables their names, with numbers where several have one name.
func (m *Run) nameVariables(x *report.Explored) {
	number, of := map[uint32]int{}, map[string]int{}
	for _, st := range m.Steps {
		if name := m.called[st.Object]; name != "" && number[st.Object] == 0 {
			of[name]++
			number[st.Object] = of[name]
		}
	}
	for i := range x.Steps {
		s, object := &x.Steps[i], m.Steps[i].Object
		name := m.called[object]
		if s.Op != trace.OpLoad.String() || s.Class != "" || name == "" {
			continue
		}
		s.Class, s.Object = name, ""
		if of[name] > 1 {
			s.Object = fmt.Sprintf("#%d", number[object])
		}
	}
}
