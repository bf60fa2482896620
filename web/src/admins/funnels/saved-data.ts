import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { savedFunnel, savedFunnelDetail, savedFunnels } from '@tba/events/funnels/views.ts'
import { ok } from '@tba/events/ok.ts'
import useSWR from 'swr'
import { HttpError } from '../../shell/http.ts'
import { consoleCall, consoleCommand, consolePoll } from '../console-call.ts'
import { readAgain, useView } from '../console-data.ts'

const path = '/api/admin/funnels'
const addressOf = (id: string) => `${path}/${encodeURIComponent(id)}`

/** What every administrator has saved, the newest first, as many as one answer holds. */
export const useSavedFunnels = () => useView(`${path}?limit=200`, savedFunnels, readAgain)

const gentleMs = 3_000

/** Nothing of that id, or no longer. */
export const isNoFunnel = (error: unknown) => error instanceof HttpError && [400, 404].includes(error.status)

/** A saved one with its count, read again while the tab is seen; empty: none. */
export function useSavedFunnel(id: string) {
  return useSWR(
    id === '' ? null : addressOf(id),
    async (address: string) => savedFunnelDetail.parse(await consolePoll(address)),
    {
      refreshInterval: gentleMs,
      revalidateOnFocus: true,
      revalidateIfStale: true,
      dedupingInterval: 500,
      shouldRetryOnError: error => !isNoFunnel(error),
      // Always after the same time: it is watched, and would seem to stand still.
      onErrorRetry: (_error, _key, _config, revalidate, options) => {
        setTimeout(() => revalidate(options), gentleMs)
      },
    },
  )
}

export type Named = { name: string; definition: FunnelDefinition }

/** @param id of the one that it replaces; null for a new one. @returns its id */
export async function saveFunnel(id: string | null, { name, definition }: Named): Promise<string> {
  const body = { name, ...definition }
  if (id === null) return savedFunnel.pick({ id: true }).parse(await consoleCommand('POST', path, body)).id
  ok.parse(await consoleCommand('PUT', addressOf(id), body))
  return id
}

/** Only the name: what another administrator has made of it meanwhile stays. */
export async function renameFunnel(id: string, name: string): Promise<string> {
  const { definition } = savedFunnelDetail.parse(await consoleCall('GET', addressOf(id)))
  return saveFunnel(id, { name, definition })
}

export async function deleteFunnel(id: string): Promise<void> {
  ok.parse(await consoleCommand('DELETE', addressOf(id), undefined))
}
