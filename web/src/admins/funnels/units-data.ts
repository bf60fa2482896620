import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { funnelUnitsPage } from '@tba/events/funnels/views.ts'
import useSWRInfinite from 'swr/infinite'
import type { z } from 'zod'
import { consoleAsk } from '../console-call.ts'

export type Bar = {
  definition: FunnelDefinition
  /** From 1. */
  step: number
  outcome: 'reached' | 'dropped'
  /** Of the breakdown; null: of whom it is not known. Left out: all. */
  value?: string | null
  /** Of the period that it is compared with. */
  compared?: boolean
}

type Page = z.infer<typeof funnelUnitsPage>
const atOnce = 50

/** The units that a bar counts, page by page. */
export function useUnits({ definition, ...bar }: Bar) {
  const asked = { ...definition, ...bar, limit: atOnce }
  const { data, error, isValidating, size, setSize, mutate } = useSWRInfinite<Page, Error>(
    (at: number, before: Page | null) => {
      if (before && before.next === null) return null
      return ['units', JSON.stringify(at === 0 ? asked : { ...asked, cursor: before?.next })]
    },
    async ([, body]: [string, string]) =>
      funnelUnitsPage.parse(await consoleAsk('/api/admin/funnels/visits', body)),
    { revalidateFirstPage: false, revalidateAll: false, shouldRetryOnError: false },
  )
  const pages = data ?? []
  return {
    units: pages.flatMap(({ units }) => units),
    isFirst: data === undefined && error === undefined,
    isWhole: pages.at(-1)?.next === null,
    error,
    isValidating,
    more: () => (error ? mutate() : setSize(size + 1)),
    mutate: () => mutate(),
  }
}
