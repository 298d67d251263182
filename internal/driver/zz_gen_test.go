package driver
import ("testing";"os";"golang.org/x/tools/txtar")
func TestZZGen(t *testing.T) {
	b, _ := os.ReadFile("/tmp/t/kinds.txtar")
	dir := "/tmp/t/kinds"
	os.RemoveAll(dir)
	write(t, dir, "go.mod", "module example.com/m\n\ngo 1.24\n")
	for _, f := range txtar.Parse(b).Files { write(t, dir, f.Name, string(f.Data)) }
	types := []string{"plain", "inSub", "sharing", "outlives", "argued", "variables", "child", "notChosen", "seeds", "example", "bench", "tagged"}
	write(t, dir, "kinds/types_test.go", crossing("kinds", types...))
	write(t, dir,	"wrong/types_test.go", crossing("wrong", "before", "after"))
}
