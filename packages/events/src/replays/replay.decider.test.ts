import { specify } from '../testing/given.ts'
import { requestReplay } from './commands.ts'
import { replayDecider } from './replay.decider.ts'

const replay = { from: null, to: null, types: [], visits: [], mode: { kind: 'stream' as const }, end: 'e' }
const requested = { type: 'ReplayRequested', data: replay } as const
const cancelled = { type: 'ReplayCancelled', data: {} } as const
const finished = { type: 'ReplayFinished', data: { events: 9, found: 3 } } as const
const failed = { type: 'ReplayFailed', data: { reason: 'broken' } } as const
const finish = { type: 'FinishReplay', events: 9, found: 3 } as const
const replays = specify(replayDecider)

test('a replay ends once: cancelled, done or failed', () => {
  const cancel = { type: 'CancelReplay' } as const
  const fail = { type: 'FailReplay', reason: 'broken' } as const
  replays.after([requested], cancel).records(cancelled)
  replays.after([requested], finish).records(finished)
  replays.after([requested], fail).records(failed)
  for (const end of [cancelled, finished, failed])
    for (const command of [finish, fail]) replays.after([requested, end], command).refuses('over')
  for (const end of [finished, failed]) replays.after([requested, end], cancel).refuses('over')
  replays.after([requested, cancelled], cancel).records()
  for (const command of [cancel, finish, fail]) replays.after([], command).refuses('unknown')
})

test('a replay is requested once, and a fetched result does not change it', () => {
  const taken = { type: 'ReplayResultTaken', data: { format: 'csv' } } as const
  const request = { type: 'RequestReplay', replay } as const
  replays.after([], request).records(requested)
  for (const history of [[requested], [requested, finished, taken]]) replays.after(history, request).records()
})

const stream = { kind: 'stream' }
const sentence = (body: object) => requestReplay.safeParse(body).error?.issues[0]?.message

test('an invalid request is refused in Italian', () => {
  expect(requestReplay.parse({ mode: stream, from: '2026-01-01', types: ['LeadSubmitted'] })).toEqual({
    mode: stream,
    from: '2026-01-01T00:00:00.000Z',
    types: ['LeadSubmitted'],
  })
  expect(sentence({ mode: stream, types: ['Inventato'] })).toBe('Tipo di evento sconosciuto: Inventato')
  expect(sentence({ mode: stream, from: 'ieri' })).toBe('Data di inizio non valida')
  expect(sentence({ mode: stream, from: '2026-02-01', to: '2026-01-01' })).toBe(
    'Il periodo finisce prima di cominciare',
  )
  expect(sentence({ mode: { kind: 'altro' } })).toBe('Modalità non valida')
  expect(sentence({})).toBe('Modalità richiesta')
  expect(sentence({ mode: { kind: 'projection', projection: 'users' }, visits: ['v'] })).toBe(
    'Una proiezione si rigioca tutta: senza periodo, tipi e visite',
  )
})
