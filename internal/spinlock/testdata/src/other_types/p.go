package p

type list struct{ items []int }

func (l *list) Swap(i, j int) {}
func (l *list) Add(i int) {
	for !l.Load(i) {
	}
}
func (l *list) Load(i int) bool { return true }
func (l *list) sort() {
	for {
		l.Swap(1, 2)
		if l.Load(1) {
			return
		}
	}
}
