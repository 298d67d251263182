package low

func forTests() {}
