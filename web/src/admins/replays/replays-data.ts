import { type Replay, replayDetail, replayList } from '@tba/events/replays/views.ts'
import { consoleCommand, downloadFile } from '../api/calls.ts'
import { usePolling } from '../api/reads.ts'

const path = '/api/admin/replays'
const addressOf = (id: string) => `${path}/${encodeURIComponent(id)}`

const slowPollMs = 5_000
const fastPollMs = 700

export const isUnfinished = ({ state }: Pick<Replay, 'state'>) => state === 'waiting' || state === 'running'

/** Polled faster while one waits or runs. */
export const useReplays = () =>
  usePolling(`${path}?limit=100`, replayList, slowPollMs, {
    refreshInterval: latest => (latest?.replays.some(isUnfinished) ? fastPollMs : slowPollMs),
  })

export const useReplay = (id: string) =>
  usePolling(addressOf(id), replayDetail, slowPollMs, {
    refreshInterval: latest => (latest && !isUnfinished(latest) ? 0 : fastPollMs),
  })

export const cancelReplay = (id: string) => consoleCommand('POST', `${addressOf(id)}/cancel`, {})

export const saveResult = (id: string, format: 'ndjson' | 'csv') =>
  downloadFile(`${addressOf(id)}/result?format=${format}`)
