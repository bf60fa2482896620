import { refusals } from '../testing/refusals.ts'
import { changeRequest, keepRequests, noteRequest } from './commands.ts'

const id = '0000000A-0000-4000-8000-000000000001'

test.each([
  [{ revision: undefined }, 'revision: Revisione non valida'],
  [{ revision: -2 }, 'revision: Revisione non valida'],
  [{ state: 'open' }, 'state: Stato non valido'],
  [{ state: 'lost', reason: 1 }, 'reason: Scrivi il motivo'],
  [{ state: 'lost', reason: ' ' }, 'reason: Scrivi il motivo'],
  [{ state: 'lost', reason: 'x'.repeat(501) }, 'reason: Al massimo 500 caratteri'],
  [{ reason: 'x' }, 'reason: Un motivo serve solo per una richiesta persa'],
  [{ state: 'new', reason: 'x' }, 'reason: Un motivo serve solo per una richiesta persa'],
  [{ owner: 'anna' }, 'owner: Account non valido'],
  [{ callAt: 'domani' }, 'callAt: Data della chiamata non valida'],
])('a request is not changed by %j', (more, refusal) =>
  expect(refusals(changeRequest, { revision: 0, ...more })).toEqual([refusal]),
)

test('a request is changed in its state, its reason, who works it and when it is called', () => {
  const changed = { revision: -1, state: 'lost', reason: 'x'.repeat(500), owner: id, callAt: null }
  expect(changeRequest.parse(changed)).toEqual({ ...changed, owner: id.toLowerCase() })
  for (const state of ['new', 'no-answer', 'working', 'won', 'lost'])
    expect(refusals(changeRequest, { revision: 0, state, owner: null, callAt: '2026-01-01' })).toEqual([])
})

test('a note has a text, of two thousand letters at most', () => {
  expect(noteRequest.parse({ text: ` ${'x'.repeat(2_000)} ` })).toEqual({ text: 'x'.repeat(2_000) })
  expect(refusals(noteRequest, { text: ' ' })).toEqual(['text: Scrivi una nota'])
  const [refusal] = refusals(noteRequest, { text: 'x'.repeat(2_001) })
  expect(refusal).toMatch(/^text: Al massimo 2\.?000 caratteri$/)
})

test('lost requests are kept for months, up to fifty years', () => {
  for (const keepMonths of [0, 600]) expect(refusals(keepRequests, { keepMonths })).toEqual([])
  for (const keepMonths of [-1, 1.5, '1'])
    expect(refusals(keepRequests, { keepMonths })).toEqual(['keepMonths: Numero di mesi non valido'])
  expect(refusals(keepRequests, { keepMonths: 601 })).toEqual(['keepMonths: Al massimo 600 mesi'])
})
