import type { RequestReplay } from '@tba/events/replays/commands.ts'
import {
  type Replay,
  type ReplayDetail,
  replay,
  replayDetail,
  replayList,
} from '@tba/events/replays/views.ts'
import useSWR from 'swr'
import type { z } from 'zod'
import { hasStatus } from '../../shell/http.ts'
import { consoleCommand, consolePoll, saveAnswer } from '../console-call.ts'
import { watched } from '../console-data.ts'

type ReplayList = z.infer<typeof replayList>

const path = '/api/admin/replays'
const addressOf = (id: string) => `${path}/${encodeURIComponent(id)}`

const gentleMs = 5_000
const busyMs = 700

export const isMoving = ({ state }: Pick<Replay, 'state'>) => state === 'waiting' || state === 'running'

/** The newest, read again while the tab is seen: often while one waits or runs. */
export function useReplays() {
  return useSWR<ReplayList, Error>(
    `${path}?limit=100`,
    async (address: string) => replayList.parse(await consolePoll(address)),
    { ...watched(gentleMs), refreshInterval: latest => (latest?.replays.some(isMoving) ? busyMs : gentleMs) },
  )
}

export const isNoReplay = (error: unknown) => hasStatus(error, 400, 404)

export function useReplay(id: string) {
  return useSWR<ReplayDetail, Error>(
    addressOf(id),
    async (address: string) => replayDetail.parse(await consolePoll(address)),
    {
      ...watched(gentleMs),
      refreshInterval: latest => (latest && !isMoving(latest) ? 0 : busyMs),
      shouldRetryOnError: error => !isNoReplay(error),
    },
  )
}

export async function askReplay(wanted: RequestReplay): Promise<string> {
  return replay.pick({ id: true }).parse(await consoleCommand('POST', path, wanted)).id
}

export const cancelReplay = (id: string) => consoleCommand('POST', `${addressOf(id)}/cancel`, {})

/** @returns as `saveAnswer` does */
export const saveResult = (id: string, format: 'ndjson' | 'csv') =>
  saveAnswer(`${addressOf(id)}/result?format=${format}`)
