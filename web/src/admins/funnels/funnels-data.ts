import type { FunnelDefinition, SaveFunnel } from '@tba/events/funnels/definition.ts'
import {
  funnelFields,
  funnelResult,
  insteadView,
  savedFunnelDetail,
  savedFunnels,
} from '@tba/events/funnels/views.ts'
import useSWR from 'swr'
import { readAs } from '../api/calls.ts'
import { alwaysFresh, usePolling, useQuestion, useView } from '../api/reads.ts'
import { savedAt } from '../api/saved.ts'

const path = '/api/admin/funnels'

export const useRun = (definition: FunnelDefinition | null) =>
  useQuestion(`${path}/run`, definition, funnelResult)

/** What units did after a step in place of the next one. */
export function useInstead(definition: FunnelDefinition, step: number, also: readonly string[]) {
  const asked = { ...definition, step, ...(also.length > 0 && { also }) }
  return useQuestion(`${path}/instead`, asked, insteadView, { keepPreviousData: true })
}

/** The builder works without it. */
export const useFunnelFields = (isEnabled = true) =>
  useSWR(isEnabled ? `${path}/fields` : null, readAs(funnelFields))

const { addressOf, ...saved } = savedAt<SaveFunnel>(path)

/** At most 200, the newest first. */
export const useSavedFunnels = () => useView(`${path}?limit=200`, savedFunnels, alwaysFresh)

const pollMs = 3_000

export const useSavedFunnel = (id: string) =>
  usePolling(id === '' ? null : addressOf(id), savedFunnelDetail, pollMs)

export type NamedFunnel = { name: string; definition: FunnelDefinition }

/** `id` null: a new one. */
export const saveFunnel = async (id: string | null, { name, definition }: NamedFunnel) =>
  (await saved.save(id, { name, ...definition })).id

/** Keeps the definition of the server: another administrator may have changed it. */
export async function renameFunnel(id: string, name: string): Promise<string> {
  const { definition } = await readAs(savedFunnelDetail)(addressOf(id))
  return saveFunnel(id, { name, definition })
}

export const deleteFunnel = saved.remove
