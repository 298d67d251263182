package predict

import "testing"

func TestFunctionNames(t *testing.T) {
	n := &nameTable{main: "example.com/m"}
	for name, want := range map[string]string{
		"main.main":                              "example.com/m.main",
		"main.Swap[go.shape.int]":                "example.com/m.Swap[...]",
		"p.(*Box[go.shape.[3]int,p.K[int]]).Get": "p.(*Box[...]).Get",
		"p.(*Box[...]).Get.func1":                "p.(*Box[...]).Get.func1",
		"p.F[go.shape.int].G[go.shape.string]":   "p.F[...].G[...]",
		"p.Table.rows[].mu":                      "p.Table.rows[].mu",
		"example.com/yaml%2ev3.(*T).F":           "example.com/yaml.v3.(*T).F",
		"p.F]":                                   "p.F]",
		"p.F[":                                   "p.F[",
	} {
		if got := n.fn(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
