// The same, with all of its failures: it looks at TESTS.
import './auth.journey.test.ts'
