// The same, with a look at each of its states: it looks at TESTS.
import './replays.journey.test.ts'
