import { type Expected, InvalidAppend } from '../../port.ts'
import { type Harness, idsOf, orSkip, someEvent, someEvents, someStream } from './harness.ts'

export function appendCases(harness: () => Harness): void {
  const append = (stream: string, events: ReturnType<typeof someEvents>, expected: Expected) =>
    harness().store.append(stream, events, expected)
  const stored = (stream: string) => Array.fromAsync(harness().store.read(stream))

  describe('appending', () => {
    test('events of one call follow each other, and the result has the last revision', async () => {
      const stream = someStream()
      const events = someEvents(5)
      const appended = await append(stream, events, 'no_stream')
      const recorded = await stored(stream)
      expect(idsOf(recorded)).toEqual(idsOf(events))
      expect(recorded.map(event => event.revision)).toEqual([0, 1, 2, 3, 4])
      expect(appended).toEqual({ revision: 4, position: recorded[4]?.position })
    })

    test.each<[string, number, Expected, number | null]>([
      ['a stale revision conflicts', 3, 1, 2],
      ['a revision ahead conflicts, so that no revision is skipped', 3, 3, 2],
      ['an existing stream is not started again', 3, 'no_stream', 2],
      ['a missing stream cannot be continued', 0, 'stream_exists', null],
      ['a missing stream has no revision 0', 0, 0, null],
    ])('%s, and the conflict has the actual revision', async (_, length, expected, actual) => {
      const stream = someStream()
      if (length > 0) await append(stream, someEvents(length), 'no_stream')
      await expect(append(stream, [someEvent()], expected)).rejects.toMatchObject({
        name: 'RevisionConflict',
        stream,
        expected,
        actual,
      })
      expect(await stored(stream)).toHaveLength(length)
    })

    test.each<[Expected, number]>([
      [2, 3],
      ['stream_exists', 3],
      ['any', 3],
      ['any', 0],
    ])('with %s expected, a stream of %i events continues', async (expected, length) => {
      const stream = someStream()
      if (length > 0) await append(stream, someEvents(length), 'no_stream')
      const { revision } = await append(stream, [someEvent()], expected)
      expect(revision).toBe(length)
    })

    test.each<[Expected, number]>([
      ['no_stream', 0],
      [1, 2],
      ['stream_exists', 2],
      ['any', 2],
    ])(
      'the repeat of an append that expected %s is answered like the first, and writes nothing',
      async (expected, length) => {
        const stream = someStream()
        if (length > 0) await append(stream, someEvents(length), 'no_stream')
        const events = someEvents(2)
        const first = await append(stream, events, expected)
        expect(await append(stream, events, expected)).toEqual(first)
        await append(stream, [someEvent()], first.revision)
        expect(await append(stream, events, expected), 'after the stream has continued').toEqual(first)
        expect(await stored(stream)).toHaveLength(length + 3)
      },
    )

    test.for<Expected>(['no_stream', 'stream_exists', 'any'])(
      'an append of one process that expects %s is a repeat for another, also after a third has appended',
      async expected => {
        const { store, another } = harness()
        const stream = someStream()
        if (expected === 'stream_exists') await store.append(stream, someEvents(1), 'no_stream')
        const events = someEvents(2)
        const first = await store.append(stream, events, expected)
        const [third, other] = [await another(), await another()]
        const { revision } = await third.append(stream, someEvents(1), 'any')
        expect(await other.append(stream, events, expected)).toEqual(first)
        expect(await store.append(stream, someEvents(1), 'any')).toMatchObject({ revision: revision + 1 })
      },
    )

    test('a repeated append is not an append at another revision', async context => {
      orSkip(harness().comparesAllIds, context)
      const stream = someStream()
      const event = someEvent()
      await append(stream, [someEvent(), event, someEvent()], 'no_stream')
      await expect(append(stream, [event], 2)).rejects.toMatchObject({ name: 'RevisionConflict', actual: 2 })
    })

    test.for<Expected>([0, 1, 'stream_exists', 'any'])(
      'old and new events together conflict if %s is expected',
      async (expected, context) => {
        if (expected === 1) orSkip(harness().comparesAllIds, context)
        const stream = someStream()
        const old = someEvents(2)
        await append(stream, old, 'no_stream')
        const mixed = [...old.slice(1), someEvent()]
        await expect(append(stream, mixed, expected)).rejects.toMatchObject({
          name: 'RevisionConflict',
          actual: 1,
        })
        expect(await stored(stream)).toHaveLength(2)
      },
    )

    test.each<[string, () => Promise<unknown>]>([
      ['a call without events', () => append(someStream(), [], 'any')],
      ['an id that is no UUID', () => append(someStream(), [someEvent({ id: '1' })], 'any')],
      ["a stream of the system's", () => append(`$${crypto.randomUUID()}`, [someEvent()], 'any')],
      [
        'more than 1 MiB',
        () => append(someStream(), [someEvent({ data: { text: 'x'.repeat(2 ** 20) } })], 'any'),
      ],
    ])('%s is refused, and the store continues', async (_, attempt) => {
      await expect(attempt()).rejects.toThrow(InvalidAppend)
      await append(someStream(), [someEvent()], 'no_stream')
    })
  })
}
