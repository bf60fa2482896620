// The same, with all of its lives: it looks at TESTS.
import './funnels.db.test.ts'
