import { type ParkedStream, projectionList } from '@tba/events/projections/views.ts'
import type { RequestReplay } from '@tba/events/replays/commands.ts'
import { z } from 'zod'
import { consoleCommand } from '../api/calls.ts'
import { usePolling } from '../api/reads.ts'

export type ParkedRow = ParkedStream & { name: string; id: string }

const path = '/api/admin/projections'
const slowPollMs = 5_000
const fastPollMs = 1_500

/** The state of the read side: polled slowly by the header, faster by its page. */
export const useProjections = ({ isWatched: isFast = false } = {}) =>
  usePolling(path, projectionList, isFast ? fastPollMs : slowPollMs)

export const requestRebuild = (name: string) =>
  consoleCommand('POST', `${path}/${encodeURIComponent(name)}/rebuild`, {})

/** Names the event: the stream may be stopped at another one by now. */
export const requestParked = (command: 'retry' | 'skip', { name, stream, eventId }: ParkedRow) =>
  consoleCommand(
    'POST',
    `${path}/${encodeURIComponent(name)}/parked/${encodeURIComponent(stream)}/${command}`,
    { eventId },
  )

/** Through a projection, of a stream or of a funnel. @returns its id */
export async function startReplay(parameters: RequestReplay): Promise<string> {
  return z.object({ id: z.uuid() }).parse(await consoleCommand('POST', '/api/admin/replays', parameters)).id
}
