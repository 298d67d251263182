package m

func Double() int { return 2 * Count() }

func Size(q *Queue) int { return q.size }
