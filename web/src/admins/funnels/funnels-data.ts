import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import {
  funnelFields,
  funnelResult,
  insteadView,
  savedFunnel,
  savedFunnelDetail,
  savedFunnels,
} from '@tba/events/funnels/views.ts'
import { ok } from '@tba/events/ok.ts'
import { useEffect, useRef } from 'react'
import useSWR from 'swr'
import { hasStatus } from '../../api/http.ts'
import { consoleAsk, consoleCall, consoleCommand } from '../api/calls.ts'
import { readAgain, useView, useWatched } from '../api/reads.ts'

const path = '/api/admin/funnels'

/** As it is: what was counted once for a position stays true, and what is newer is asked for by a press. */
const asItWas = { keepPreviousData: false, revalidateIfStale: false, shouldRetryOnError: false }

/** What the server counts for a definition; null: nothing is asked. What is no longer asked is given up. */
export function useRun(definition: FunnelDefinition | null) {
  const asked = definition && JSON.stringify(definition)
  const underWay = useRef<AbortController>(null)
  useEffect(() => () => underWay.current?.abort(), [])
  return useSWR(
    asked === null ? null : ['run', asked],
    async () => {
      underWay.current?.abort()
      underWay.current = new AbortController()
      const answer = await consoleAsk(`${path}/run`, asked, underWay.current.signal)
      return { result: funnelResult.parse(answer), readAt: new Date() }
    },
    asItWas,
  )
}

/** What those did who reached a step and not the next one; null: nobody asks. */
export function useInstead(definition: FunnelDefinition, step: number | null) {
  const asked = step === null ? null : JSON.stringify({ ...definition, step })
  return useSWR(
    asked === null ? null : ['instead', asked],
    async () => insteadView.parse(await consoleAsk(`${path}/instead`, asked)),
    asItWas,
  )
}

/** What steps may ask about; the builder does without it where it does not come. */
export const useFunnelFields = (isAsked = true) =>
  useSWR(
    isAsked ? `${path}/fields` : null,
    async address => funnelFields.parse(await consoleCall('GET', address)),
    {
      revalidateIfStale: false,
    },
  )

const addressOf = (id: string) => `${path}/${encodeURIComponent(id)}`

/** What every administrator has saved, the newest first, as many as one answer holds. */
export const useSavedFunnels = () => useView(`${path}?limit=200`, savedFunnels, readAgain)

const gentleMs = 3_000

/** Nothing of that id, or no longer. */
export const isNoFunnel = (error: unknown) => hasStatus(error, 400, 404)

/** A saved one with its count, read again while the tab is seen; empty: none. */
export const useSavedFunnel = (id: string) =>
  useWatched(id === '' ? null : addressOf(id), savedFunnelDetail, gentleMs, {
    shouldRetryOnError: error => !isNoFunnel(error),
  })

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
