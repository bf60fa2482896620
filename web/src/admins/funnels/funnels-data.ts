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
import { consoleCommand, readAs } from '../api/calls.ts'
import { askQuestion } from '../api/long-questions.ts'
import { alwaysFresh, usePolling, useView } from '../api/reads.ts'

const path = '/api/admin/funnels'

/** A new definition cancels the running count. */
export function useRun(definition: FunnelDefinition | null) {
  const body = definition && JSON.stringify(definition)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  return useSWR(
    body === null ? null : ['run', body],
    async () => {
      running.current?.abort()
      running.current = new AbortController()
      const answer = await askQuestion(`${path}/run`, body, running.current.signal)
      return { result: funnelResult.parse(answer), readAt: new Date() }
    },
    { shouldRetryOnError: false },
  )
}

/** What units did after a step in place of the next one. */
export function useInstead(definition: FunnelDefinition, step: number, also: readonly string[]) {
  const body = JSON.stringify({ ...definition, step, ...(also.length > 0 && { also }) })
  return useSWR(
    ['instead', body],
    async () => insteadView.parse(await askQuestion(`${path}/instead`, body)),
    {
      ...{ shouldRetryOnError: false, keepPreviousData: true },
    },
  )
}

/** The builder works without it. */
export const useFunnelFields = (isEnabled = true) =>
  useSWR(isEnabled ? `${path}/fields` : null, readAs(funnelFields))

const addressOf = (id: string) => `${path}/${encodeURIComponent(id)}`

/** At most 200, the newest first. */
export const useSavedFunnels = () => useView(`${path}?limit=200`, savedFunnels, alwaysFresh)

const pollMs = 3_000

export const useSavedFunnel = (id: string) =>
  usePolling(id === '' ? null : addressOf(id), savedFunnelDetail, pollMs)

export type NamedFunnel = { name: string; definition: FunnelDefinition }

/** `id` null: a new one. */
export async function saveFunnel(id: string | null, { name, definition }: NamedFunnel): Promise<string> {
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
