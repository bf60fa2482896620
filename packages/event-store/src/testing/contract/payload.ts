import { randomBytes } from 'node:crypto'
import type { JsonObject, NewEvent, StoredEvent } from '../../port.ts'
import { type Harness, someEvent, someStream } from './harness.ts'

const mebibyte = 1024 * 1024
/** Text that does not compress, in bytes. */
const noise = (bytes: number) => randomBytes(bytes / 2).toString('hex')

export function payloadCases(harness: () => Harness): void {
  async function roundTrip(change: Partial<NewEvent>): Promise<StoredEvent> {
    const stream = someStream()
    await harness().store.append(stream, [someEvent(change)], 'no_stream')
    const [recorded] = await Array.fromAsync(harness().store.read(stream))
    return recorded as StoredEvent
  }

  describe('stored data are returned unchanged', () => {
    test.each<[string, JsonObject]>([
      ['text of every plane', { 'città 🏦': 'Però… 𝔘 ñ \u2028 \u202e \ufffd \x7f "\\" \\u0000 \n' }],
      ['whole numbers over 2^53, as text', { ticket: '9007199254740993', max: '18446744073709551615' }],
      [
        'numbers at the ends of their range',
        { n: [0.1, -1e-7, 1e21, Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53] },
      ],
      ['nothing, and nothing inside something', { a: null, b: [], c: {}, d: [[], [null]], '': false }],
      [
        'names that mean something elsewhere',
        { __proto__x: 1, constructor: 'c', length: 0, 'a.b': { $set: 1 } },
      ],
    ])('%s', async (_, value) => {
      const { data, metadata } = await roundTrip({ data: value, metadata: value })
      expect(data).toEqual(value)
      expect(metadata).toEqual(value)
    })

    test('an event of nearly 1 MiB, among others of the same call', async () => {
      const stream = someStream()
      const large = someEvent({ data: { text: noise(mebibyte - 2048) } })
      await harness().store.append(stream, [someEvent(), large, someEvent()], 'no_stream')
      const recorded = await Array.fromAsync(harness().store.read(stream))
      expect(recorded).toHaveLength(3)
      expect(recorded[1]?.data).toEqual(large.data)
    })

    test("the time is the server's, or the given one", async () => {
      const { recordedAt } = await roundTrip({})
      // Another machine's clock may differ a little.
      expect(Math.abs(Date.parse(recordedAt) - Date.now())).toBeLessThan(60_000)
      const given = { recordedAt: '2024-02-29T23:59:59.123Z' }
      expect(await roundTrip(given)).toMatchObject(given)
    })
  })
}
