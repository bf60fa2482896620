import { refusals } from '../testing/refusals.ts'
import { requestReplay } from './commands.ts'

const mode = { kind: 'stream' }
const projection = { kind: 'projection', projection: 'users' }
const whole = 'mode: Una proiezione si rigioca tutta: senza periodo, tipi e visite'

test.each([
  [{ types: 'LeadSubmitted' }, 'types: Tipi non validi'],
  [{ types: [1] }, 'types.0: Tipo di evento non valido'],
  [{ types: Array(101).fill('LeadSubmitted') }, 'types: Al massimo 100 tipi'],
  [{ visits: 'v' }, 'visits: Visite non valide'],
  [{ visits: [1] }, 'visits.0: Visita non valida'],
  [{ visits: [' '] }, 'visits.0: Visita non valida'],
  [{ visits: ['a\0b'] }, 'visits.0: Visita non valida'],
  [{ visits: ['x'.repeat(201)] }, 'visits.0: Visita non valida'],
  [{ visits: Array(501).fill('v') }, 'visits: Al massimo 500 visite'],
  [{ from: 'ieri' }, 'from: Data di inizio non valida'],
  [{ to: 'oggi' }, 'to: Data di fine non valida'],
  [{ from: '2026-02-01', to: '2026-01-01' }, 'to: Il periodo finisce prima di cominciare'],
  [{ mode: undefined }, 'mode: Modalità richiesta'],
  [{ mode: { kind: 'altro' } }, 'mode.kind: Modalità non valida'],
  [{ mode: { kind: 'projection', projection: 1 } }, 'mode.projection: Proiezione non valida'],
  [{ mode: { kind: 'projection', projection: '' } }, 'mode.projection: Proiezione non valida'],
  [{ mode: { kind: 'projection', projection: 'x'.repeat(101) } }, 'mode.projection: Proiezione non valida'],
  [{ mode: projection, visits: ['v'] }, whole],
  [{ mode: projection, from: '2026-01-01' }, whole],
])('a replay with %j is refused', (more, refusal) =>
  expect(refusals(requestReplay, { mode, ...more })).toEqual([refusal]),
)

test('a replay is of a stream with its filters, of a funnel or of a whole projection', () => {
  const step = { event: 'LeadSubmitted' }
  const definition = { by: 'visit', steps: [step, step], windowSeconds: 60, period: '7d' }
  for (const mode of [
    projection,
    { kind: 'funnel', definition },
    { ...projection, projection: 'x'.repeat(100) },
  ])
    expect(refusals(requestReplay, { mode })).toEqual([])
  const types = ['LeadSubmitted', 'LeadSubmitted']
  const filtered = {
    mode,
    types,
    visits: [' a ', 'a', 'x'.repeat(200)],
    from: '2026-01-01',
    to: '2026-01-02',
  }
  expect(requestReplay.parse(filtered)).toMatchObject({
    types: ['LeadSubmitted'],
    visits: ['a', 'x'.repeat(200)],
  })
})
