// The same, with all of its requests: it looks at TESTS.
import './fuzz.db.test.ts'
