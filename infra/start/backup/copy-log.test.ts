import { copyLog, type LogEndpoint, type LogEvent } from './copy-log.ts'

const event = (number: number, stream: string): LogEvent => ({
  id: `event-${number}`,
  type: 'PlanActivated',
  stream,
  recordedAt: new Date(number).toISOString(),
  data: { number },
  metadata: {},
})

/** @param fault changes the events of a batch */
function memory(held: LogEvent[], fault = (events: LogEvent[]) => events): LogEndpoint {
  return {
    async *events() {
      yield* held
    },
    async write(batches) {
      for await (const batch of batches) held.push(...fault(batch.map(({ event }) => event)))
    },
  }
}

const log = [event(1, 'setup-a'), event(2, 'setup-b'), event(3, 'setup-a'), event(4, 'setup-c')]
const copyInto = (to: LogEndpoint) => copyLog({ from: memory(log), to, say: () => {} })

test('a copy continues after the existing events', async () => {
  const held = log.slice(0, 3)
  expect(await copyInto(memory(held))).toEqual({ events: 4, streams: 3, newest: log[3]?.recordedAt })
  expect(held).toEqual(log)
})

test.each<[string, (events: LogEvent[]) => LogEvent[], RegExp]>([
  ['lost an event', events => events.slice(0, 3), /: setup-c differs/],
  [
    'has one twice',
    events => events.flatMap(one => (one.id === 'event-2' ? [one, one] : [one])),
    /: setup-b/,
  ],
  [
    'has another time',
    events => events.map(one => ({ ...one, recordedAt: '' })),
    /setup-a, setup-b, setup-c/,
  ],
  ['changed the order of streams', events => events.toReversed().toSorted(byA), /the order of its events/],
])('refuses a copy that %s', (_, fault, sentence) =>
  expect(copyInto(memory([], fault))).rejects.toThrow(sentence),
)

/** The events of one stream keep their order. */
const byA = (one: LogEvent, other: LogEvent) =>
  one.stream.localeCompare(other.stream) || Number(one.id < other.id ? -1 : 1)

test.each([
  ['other events', [event(9, 'setup-a')]],
  ['more events', [...log, event(9, 'setup-a')]],
])('refuses a target with %s, and writes nothing', async (_, held) => {
  const before = [...held]
  await expect(copyInto(memory(held))).rejects.toThrow(/holds other events/)
  expect(held).toEqual(before)
})
