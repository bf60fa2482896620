import type { RequestReplay } from '@tba/events/replays/commands.ts'
import { type Replay, replay, replayDetail, replayList } from '@tba/events/replays/views.ts'
import { consoleCommand, saveAnswer } from '../api/calls.ts'
import { useWatched } from '../api/reads.ts'

const path = '/api/admin/replays'
const addressOf = (id: string) => `${path}/${encodeURIComponent(id)}`

const gentleMs = 5_000
const busyMs = 700

export const isMoving = ({ state }: Pick<Replay, 'state'>) => state === 'waiting' || state === 'running'

/** Polled faster while one waits or runs. */
export const useReplays = () =>
  useWatched(`${path}?limit=100`, replayList, gentleMs, {
    refreshInterval: latest => (latest?.replays.some(isMoving) ? busyMs : gentleMs),
  })

export const useReplay = (id: string) =>
  useWatched(addressOf(id), replayDetail, gentleMs, {
    refreshInterval: latest => (latest && !isMoving(latest) ? 0 : busyMs),
  })

export async function startReplay(parameters: RequestReplay): Promise<string> {
  return replay.pick({ id: true }).parse(await consoleCommand('POST', path, parameters)).id
}

export const cancelReplay = (id: string) => consoleCommand('POST', `${addressOf(id)}/cancel`, {})

export const saveResult = (id: string, format: 'ndjson' | 'csv') =>
  saveAnswer(`${addressOf(id)}/result?format=${format}`)
