import type { CheckedAppend } from '../check-append.ts'
import type { Revision } from '../port.ts'
import { type Appending, append } from './append.ts'
import { inOrderWindow } from './limits.ts'

/**
 * Many at a time over one connection, which the server takes in order. Every append says the revision at which it has to
 * stand, so that one that failed lets none of its stream pass.
 * @throws what `append` throws, for the first that failed
 */
export async function appendInOrder(appending: Appending, appends: readonly CheckedAppend[]): Promise<void> {
  const ends = new Map<string, Revision>()
  for (let from = 0; from < appends.length; ) {
    const inFlight: Promise<unknown>[] = []
    while (from < appends.length && inFlight.length < inOrderWindow) {
      const checked = appends[from] as CheckedAppend
      const expected = ends.get(checked.stream) ?? checked.expected
      const isExact = expected === 'no_stream' || typeof expected === 'number'
      // What stands in the stream has to be read first.
      if (!isExact && inFlight.length > 0) break
      from++
      if (isExact) {
        ends.set(checked.stream, (expected === 'no_stream' ? -1 : expected) + checked.events.length)
        inFlight.push(append(appending, { ...checked, expected }))
        continue
      }
      const { revision } = await append(appending, checked)
      ends.set(checked.stream, revision)
    }
    const failed = (await Promise.allSettled(inFlight)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}
