import { useMemo, useState } from 'react'
import { hasStatus } from '../../../api/http.ts'
import { isGone } from '../../api/reads.ts'
import { useFilters } from '../../parts/filters/filters.ts'
import { useRun, useSavedFunnel } from '../funnels-data.ts'
import type { OpenBar } from '../result/bars.ts'
import {
  type Draft,
  definitionOf,
  definitionText,
  draftIn,
  draftOf,
  emptyDraft,
  isComplete,
  isSameDefinition,
  type Problems,
} from './draft.ts'

/** The definition, the id of the saved funnel and the open bar. Each change is an entry of the browser's history. */
export function useFunnelAddress() {
  const { of, setAll } = useFilters()
  const text = of('definition')
  const draft = useMemo(() => draftIn(text), [text])
  const go = (values: Record<string, string>) => setAll(values, { push: true })
  return {
    draft,
    /** A damaged definition. */
    unreadable: draft === null ? text : '',
    savedId: of('saved'),
    openBar: of('open'),
    open: (bar: OpenBar | null) => go({ open: bar ? JSON.stringify(bar) : '' }),
    change: (draft: Draft) => go({ open: '', definition: definitionText(draft) }),
    dropUnreadable: () => go({ definition: '' }),
    /** Shows a saved funnel; empty: a new one. */
    show: (id: string) => go({ open: '', definition: '', saved: id }),
  }
}

export type FunnelAddress = ReturnType<typeof useFunnelAddress>

function problemsOf(error: unknown, { asOf }: Draft): Problems {
  if (!hasStatus(error, 400)) return {}
  // Only the server knows whether the log has this position.
  if (error.issues.length === 0 && asOf !== '') return { asOf: error.text }
  return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]))
}

/** The funnel of the address, with the result: stored for an unchanged saved funnel, else counted now. */
export function useRequestedFunnel({ draft: written, unreadable, savedId }: FunnelAddress) {
  const kept = useSavedFunnel(savedId)
  /** Deleted, or never existed. */
  const isMissing = savedId !== '' && isGone(kept.error)
  // A definition in the address needs no saved funnel.
  const saved = isMissing && written ? null : (kept.data ?? null)
  const [empty] = useState(() => emptyDraft())
  const draft = useMemo(() => written ?? (saved ? draftOf(saved.definition) : empty), [written, saved, empty])
  const { definition, problems } = useMemo(() => definitionOf(draft), [draft])
  const isAsSaved = saved !== null && definition !== null && isSameDefinition(definition, saved.definition)
  const isReady = definition !== null && isComplete(draft) && unreadable === ''
  /** Also after a failure, which is tried again. */
  const isWaiting = savedId !== '' && saved === null && !isMissing
  const run = useRun(isReady && !isAsSaved && !isWaiting ? definition : null)
  const refused = problemsOf(run.error, draft)
  return {
    draft,
    definition: isReady ? definition : null,
    problems: { ...refused, ...problems },
    isRefused: Object.keys(refused).length > 0,
    kept,
    saved,
    isMissing,
    /** There is nothing to count. */
    isNowhere: isMissing && saved === null && written === null,
    isAsSaved,
    isWaiting,
    run,
    shown: isAsSaved && saved ? { result: saved.result, readAt: new Date(saved.countedAt) } : run.data,
  }
}

export type RequestedFunnel = ReturnType<typeof useRequestedFunnel>
