import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Sent, serverSent } from './server-sent.ts'

/** A body that comes in pieces of these lengths, cut through letters too, and then whole. */
function inPieces(text: string, lengths: readonly number[]) {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  const pieces = [...lengths, bytes.length]
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const length = pieces.shift()
      if (length === undefined) return controller.close()
      controller.enqueue(bytes.slice(at, at + length))
      at += length
    },
  })
}

async function read(text: string, lengths: readonly number[] = []): Promise<Sent[]> {
  const all: Sent[] = []
  for await (const message of serverSent(inPieces(text, lengths))) all.push(message)
  return all
}

const expected = [
  { event: 'event', data: '{"a":"è così"}', id: '1-2' },
  { event: 'head', data: 'una\ndue', id: null },
  { event: 'message', data: '', id: null },
]

test.each(['\n', '\r\n', '\r'])(
  'Messages are the same wherever the stream is cut, its lines ended by %j',
  async end => {
    const lines = [': ciao', '', 'id: 1-2', 'event: event', 'data:{"a":"è così"}', '']
    const text = [...lines, 'retry: 10', 'event: head', 'data: una', 'data: due', '', 'data', '', ''].join(
      end,
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 }), async lengths => {
        // The last line break by CR alone waits for what follows it.
        expect(await read(`${text}${end === '\r' ? ':' : ''}`, lengths)).toEqual(expected)
      }),
    )
  },
)

test('An incomplete message is dropped', async () => {
  expect(await read('event: event\ndata: {"a":1}\n\nevent: event\ndata: {"a":2}\n')).toEqual([
    { event: 'event', data: '{"a":1}', id: null },
  ])
})
