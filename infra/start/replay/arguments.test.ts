import { readReplayOptions } from './arguments.ts'

const everything = { from: null, to: null, types: [], visits: [], speed: null, format: 'ndjson' }

test('without arguments the whole log is replayed, as fast as possible', () =>
  expect(readReplayOptions([])).toEqual(everything))

test('a period, types and visits filter it', () => {
  const args = ['--from', '2026-01-31', '--to', '2026-02-01T09:00:00+01:00', '--type', 'LeadSubmitted']
  expect(readReplayOptions([...args, '--type', 'LeadErased', '--visit', 'v', '--speed', '2.5'])).toEqual({
    ...everything,
    from: '2026-01-31T00:00:00.000Z',
    to: '2026-02-01T08:00:00.000Z',
    speed: 2.5,
    types: ['LeadSubmitted', 'LeadErased'],
    visits: ['v'],
  })
})

test.each([
  [['--from', 'yesterday'], '--from is no time'],
  [['--from', '2026-02-01T09:00'], '--from is no time'],
  [['--from', '2026-02-01', '--to', '2026-01-01'], '--to has to lie after --from'],
  [['--type', 'Invented'], 'No event is of the type Invented'],
  [['--speed', '0'], '--speed is a number above 0'],
  [['--format', 'xml'], '--format is ndjson, csv or parquet'],
  [['--format', 'parquet', '--speed', '2'], '--speed goes with ndjson and csv'],
  [['--unknown'], 'npm run --silent replay'],
])('refuses %j in a sentence', (args, sentence) => expect(() => readReplayOptions(args)).toThrow(sentence))
