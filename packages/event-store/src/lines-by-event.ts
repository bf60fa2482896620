import type { LineForm, LinePage, Position, Recorded } from './port.ts'

const pageEvents = 250

/** The lines of these events, each made by itself: for a log that has no faster way. */
export async function* linesByEvent(
  events: AsyncIterable<Recorded>,
  { upTo, form }: { upTo: Position; form: LineForm },
): AsyncGenerator<LinePage> {
  let [text, lines, count, last] = ['', 0, 0, null as Position | null]
  const page = (at: Position): LinePage => ({ text: Buffer.from(text), lines, events: count, last: at })
  for await (const event of events) {
    if (event.position > upTo) break
    const line = form.lineOf(event)
    text += line ?? ''
    lines += line === null ? 0 : 1
    count += 1
    last = event.position
    if (count < pageEvents) continue
    yield page(last)
    text = ''
    lines = count = 0
  }
  if (last !== null && count > 0) yield page(last)
}
