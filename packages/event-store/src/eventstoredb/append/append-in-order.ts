import type { CheckedAppend } from '../../check-append.ts'
import type { AppendResult, Revision } from '../../port.ts'
import { inOrderWindow } from '../limits.ts'

/**
 * Several at a time over one connection, which the server takes in order. Every append is sent at its exact revision: after
 * a failed one no other to its stream succeeds.
 * @throws what `append` throws, for the first failure
 */
export async function appendInOrder(
  appends: readonly CheckedAppend[],
  append: (checked: CheckedAppend) => Promise<AppendResult>,
): Promise<void> {
  const revisions = new Map<string, Revision>()
  let inFlight: Promise<unknown>[] = []
  for (const checked of appends) {
    const { stream, events } = checked
    const expected = revisions.get(stream) ?? checked.expected
    const isExact = expected === 'no_stream' || typeof expected === 'number'
    if (!isExact || inFlight.length === inOrderWindow) inFlight = await allOf(inFlight)
    const appending = append({ ...checked, expected })
    inFlight.push(appending)
    // The end of its stream has to be read first.
    revisions.set(
      stream,
      isExact ? (expected === 'no_stream' ? -1 : expected) + events.length : (await appending).revision,
    )
  }
  await allOf(inFlight)
}

async function allOf(appends: readonly Promise<unknown>[]): Promise<[]> {
  const failed = (await Promise.allSettled(appends)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return []
}
