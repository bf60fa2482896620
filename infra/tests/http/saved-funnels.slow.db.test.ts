// The same, with all of its lives: it looks at TESTS.
import './saved-funnels.db.test.ts'
