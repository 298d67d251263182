package seektoitem

import "testing"

func TestRead(t *testing.T) {
	contents := map[string]string{"chrome": "window", "locale": "words", "skin": "colour"}
	if wrong := run(contents, []string{"chrome", "locale", "skin"}, []string{"chrome", "skin"}, []string{"locale", "skin"}); wrong != 0 {
		t.Errorf("%d items were read wrong", wrong)
	}
}
