import type { Position } from '@tba/event-store/port.ts'
import { checkpoints } from './checkpoints.ts'
import { type LogHead, logHead, withRestoreDetection } from './log-head.ts'

const at = (text: string) => text as Position
const ask = vi.fn<() => Promise<Position | null>>()
let head: LogHead

beforeEach(() => {
  vi.useFakeTimers()
  ask.mockReset()
  head = logHead(ask)
})
afterEach(() => {
  vi.useRealTimers()
})

test('simultaneous calls share one query of the log', async () => {
  ask.mockResolvedValue(at('5'))
  expect(await Promise.all([head.read(), head.read(), head.reaches(at('3'))])).toEqual(['5', '5', true])
  expect(ask).toHaveBeenCalledOnce()
})

test('a call during a query of the log starts another query', async () => {
  const first = Promise.withResolvers<Position>()
  ask.mockReturnValueOnce(first.promise).mockResolvedValueOnce(at('6'))
  const before = head.read()
  await vi.advanceTimersByTimeAsync(0)
  const written = [head.reaches(at('6')), head.reaches(at('6'))]
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledOnce()
  first.resolve(at('5'))
  expect(await before).toBe('5')
  expect(await Promise.all(written)).toEqual([true, true])
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a position below the known head causes no query, and one above it does', async () => {
  ask.mockResolvedValueOnce(at('5')).mockResolvedValueOnce(at('6'))
  expect(await head.reaches(at('5'))).toBe(true)
  expect(await head.reaches(at('4'))).toBe(true)
  expect(ask).toHaveBeenCalledOnce()
  expect(await head.reaches(at('7'))).toBe(false)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a query without an answer ends after two seconds, and the next one is sent', async () => {
  ask.mockReturnValueOnce(new Promise(() => {})).mockResolvedValueOnce(at('5'))
  const lost = expect(head.read()).rejects.toThrow('did not answer')
  await vi.advanceTimersByTimeAsync(0)
  const next = head.read()
  await vi.advanceTimersByTimeAsync(2_000)
  await lost
  expect(await next).toBe('5')
})

/** A log that the test changes, and a table of checkpoints that is read again if the log is shorter. */
function service(projected: string) {
  const table = { position: projected }
  const log = { head: at(projected) as Position | null }
  const known = checkpoints()
  const read = () => known.replace([['bots', at(table.position)]])
  read()
  const onRestore = vi.fn(read)
  const ask = vi.fn(async () => log.head)
  const head = withRestoreDetection({ ask, checkpoints: known, onRestore })
  const announce = (position: string) => known.advance({ position: at(position), projections: ['bots'] })
  return { known, table, log, ask, head, announce, onRestore }
}

test('after a restore, customers see new writes as soon as they are projected', async () => {
  const { known, table, log, head, announce } = service('900')
  log.head = at('500')
  // The projector has not noticed yet.
  await head()
  expect(known.of('bots')).toBeUndefined()
  expect(known.hasReached(['bots'], at('501'))).toBe(false)
  table.position = '500'
  await head()
  expect(known.of('bots')).toBe('500')
  expect(known.hasReached(['bots'], at('501'))).toBe(false)
  announce('501')
  expect(known.hasReached(['bots'], at('501'))).toBe(true)
})

test('a projected event during the query of the log is no sign of a shorter log', async () => {
  const { ask, head, announce, onRestore } = service('900')
  ask.mockImplementationOnce(async () => {
    announce('901')
    return at('900')
  })
  expect(await head()).toBe('900')
  expect(onRestore).not.toHaveBeenCalled()
})
