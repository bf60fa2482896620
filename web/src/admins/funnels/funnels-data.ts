import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import {
  funnelFields,
  funnelResult,
  insteadView,
  savedFunnel,
  savedFunnelDetail,
  savedFunnels,
} from '@tba/events/funnels/views.ts'
import { useEffect, useRef } from 'react'
import useSWR from 'swr'
import { consoleAsk, consoleCommand, readAs } from '../api/calls.ts'
import { readAgain, useView, useWatched } from '../api/reads.ts'

const path = '/api/admin/funnels'

/** A new definition cancels the running count. */
export function useRun(definition: FunnelDefinition | null) {
  const body = definition && JSON.stringify(definition)
  const underWay = useRef<AbortController>(null)
  useEffect(() => () => underWay.current?.abort(), [])
  return useSWR(
    body === null ? null : ['run', body],
    async () => {
      underWay.current?.abort()
      underWay.current = new AbortController()
      const answer = await consoleAsk(`${path}/run`, body, underWay.current.signal)
      return { result: funnelResult.parse(answer), readAt: new Date() }
    },
    { shouldRetryOnError: false },
  )
}

/** What units did after a step in place of the next one. */
export function useInstead(definition: FunnelDefinition, step: number) {
  const body = JSON.stringify({ ...definition, step })
  return useSWR(['instead', body], async () => insteadView.parse(await consoleAsk(`${path}/instead`, body)), {
    shouldRetryOnError: false,
  })
}

/** The builder works without it. */
export const useFunnelFields = (isAsked = true) =>
  useSWR(isAsked ? `${path}/fields` : null, readAs(funnelFields))

const addressOf = (id: string) => `${path}/${encodeURIComponent(id)}`

/** At most 200, the newest first. */
export const useSavedFunnels = () => useView(`${path}?limit=200`, savedFunnels, readAgain)

const gentleMs = 3_000

export const useSavedFunnel = (id: string) =>
  useWatched(id === '' ? null : addressOf(id), savedFunnelDetail, gentleMs)

export type Named = { name: string; definition: FunnelDefinition }

/** `id` null: a new one. */
export async function saveFunnel(id: string | null, { name, definition }: Named): Promise<string> {
  const body = { name, ...definition }
  if (id === null) return savedFunnel.pick({ id: true }).parse(await consoleCommand('POST', path, body)).id
  await consoleCommand('PUT', addressOf(id), body)
  return id
}

/** Keeps the definition of the server: another administrator may have changed it. */
export async function renameFunnel(id: string, name: string): Promise<string> {
  const { definition } = await readAs(savedFunnelDetail)(addressOf(id))
  return saveFunnel(id, { name, definition })
}

export const deleteFunnel = (id: string) => consoleCommand('DELETE', addressOf(id), undefined)
