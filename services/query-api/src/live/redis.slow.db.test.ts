// The same, announced over Redis too: it looks at TESTS.
import './live.route.db.test.ts'
