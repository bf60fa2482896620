// The same at a desk: it looks at TESTS.
import './landing.journey.test.ts'
