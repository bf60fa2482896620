import { beforeAll, describe, expect, test } from 'vitest'
import { InvalidPosition, type LineForm, type Position, type Recorded } from '../port.ts'
import { endOf, type Harness, readable, someEvent, someEvents, someStream } from './harness.ts'

const line = ({ id, type, data }: Recorded) =>
  `{"id":"${id}","type":"${type}","città":${JSON.stringify(data.città ?? null)}}\n`
const always = { fromMs: Number.NEGATIVE_INFINITY, beforeMs: Number.POSITIVE_INFINITY }
const form: LineForm = {
  lineOf: line,
  layoutOf: ({ type }) => ({
    where: { metadata: 'schemaVersion', is: 1 },
    parts: ['{"id":', { column: 'id' }, `,"type":"${type}","città":`, { data: 'città' }, '}\n'],
  }),
  period: always,
}

export function readLinesCases(harness: () => Harness): void {
  describe('reading the log as lines', () => {
    let log: Recorded[]
    let start: { after?: Position }
    beforeAll(async () => {
      const { store } = harness()
      start = await endOf(store)
      const metadata = { schemaVersion: 1 }
      const cities = Array.from({ length: 300 }, (_, at) =>
        someEvent({ data: { città: `Forlì ${at}` }, metadata }),
      )
      for (const from of [0, 150])
        await store.append(someStream(), cities.slice(from, from + 150), 'no_stream')
      await store.append(someStream(), someEvents(300), 'no_stream')
      await readable(store, (await store.head()) as Position)
      log = await Array.fromAsync(store.readAll(start))
    })
    const at = (index: number) => (log[index] as Recorded).position

    async function read(options: { after?: Position; upTo: Position }, by = form) {
      const pages = await Array.fromAsync(harness().store.readLines({ ...options, form: by }))
      const [lines, events] = [pages.map(page => page.lines), pages.map(page => page.events)]
      const sum = (counts: number[]) => counts.reduce((one, other) => one + other, 0)
      return {
        text: Buffer.concat(pages.map(page => page.text)).toString('utf8'),
        ...{ lines: sum(lines), events: sum(events), last: pages.at(-1)?.last },
      }
    }

    test('each event has its line, in the order of the log, those of no layout too', async () => {
      const whole = await read({ ...start, upTo: at(599) })
      expect(whole).toEqual({ text: log.map(line).join(''), lines: 600, events: 600, last: at(599) })
      expect(await read({ ...start, upTo: at(599) }, { ...form, layoutOf: () => null })).toEqual(whole)
    })

    test('it begins behind one position and ends with another', async () => {
      const { text, last } = await read({ after: at(9), upTo: at(310) })
      expect(text).toBe(log.slice(10, 311).map(line).join(''))
      expect(last).toBe(at(310))
      expect(await read({ after: at(310), upTo: at(310) })).toMatchObject({ text: '', events: 0 })
    })

    test('an event without a line is gone through all the same', async () => {
      const { lines, events, last } = await read(
        { ...start, upTo: at(599) },
        { ...form, lineOf: () => null, layoutOf: () => null },
      )
      expect([lines, events, last]).toEqual([0, 600, at(599)])
    })

    test('what is no position of this log is refused', async () => {
      await expect(read({ ...start, after: 'x' as Position, upTo: at(0) })).rejects.toThrow(InvalidPosition)
    })

    test('a reader may stop in the middle', async () => {
      for await (const page of harness().store.readLines({ ...start, upTo: at(599), form })) {
        expect(page.events).toBeGreaterThan(0)
        break
      }
      expect((await read({ ...start, upTo: at(0) })).events).toBe(1)
    })
  })
}
