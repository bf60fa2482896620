import { useMemo, useState } from 'react'
import { hasStatus } from '../../../api/http.ts'
import { isMissingRecord } from '../../api/reads.ts'
import { useAgainst } from '../../filters/against.ts'
import { useFilters } from '../../parts/filters/filters.ts'
import { useRun, useSavedFunnel } from '../funnels-data.ts'
import {
  type Draft,
  definitionOf,
  definitionText,
  draftOf,
  emptyDraft,
  isComplete,
  isSameDefinition,
  type Problems,
  parseDraft,
} from './draft.ts'
import type { OpenBar } from './open-bar.ts'

/** The definition, the id of the saved funnel and the open bar. Each change is an entry of the browser's history. */
export function useFunnelAddress() {
  const filters = useFilters()
  const { get, setAll } = filters
  const text = get('definition')
  const draft = useMemo(() => parseDraft(text), [text])
  const setValues = (values: Record<string, string>) => setAll(values, { push: true })
  return {
    draft,
    filters,
    /** A damaged definition. */
    unreadable: draft === null ? text : '',
    savedId: get('saved'),
    openBar: get('open'),
    open: (bar: OpenBar | null) => setValues({ open: bar ? JSON.stringify(bar) : '' }),
    change: (draft: Draft) => setValues({ open: '', definition: definitionText(draft) }),
    dropUnreadable: () => setValues({ definition: '' }),
    /** Shows a saved funnel; empty: a new one. */
    show: (id: string) => setValues({ open: '', definition: '', saved: id }),
  }
}

export type FunnelAddress = ReturnType<typeof useFunnelAddress>

function problemsOf(error: unknown, { asOf }: Draft): Problems {
  if (!hasStatus(error, 400)) return {}
  // Only the server knows whether the log has this position.
  if (error.issues.length === 0 && asOf !== '') return { asOf: error.text }
  return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]))
}

/**
 * The funnel of the address, with the result: stored for an unchanged saved funnel, else counted now. With a second segment
 * in the address, both are counted now.
 */
export function useRequestedFunnel({ draft: edited, unreadable, savedId, filters }: FunnelAddress) {
  const savedAnswer = useSavedFunnel(savedId)
  /** Deleted, or never existed. */
  const isMissing = savedId !== '' && isMissingRecord(savedAnswer.error)
  // A definition in the address needs no saved funnel.
  const saved = isMissing && edited ? null : (savedAnswer.data ?? null)
  const [empty] = useState(() => emptyDraft())
  const draft = useMemo(() => edited ?? (saved ? draftOf(saved.definition) : empty), [edited, saved, empty])
  const { definition, problems } = useMemo(() => definitionOf(draft), [draft])
  const isUnchanged = saved !== null && definition !== null && isSameDefinition(definition, saved.definition)
  const against = useAgainst(filters, draft.segment)
  const isReady = definition !== null && isComplete(draft) && unreadable === ''
  /** Also after a failure, which is tried again. */
  const isWaiting = savedId !== '' && saved === null && !isMissing
  const isStored = isUnchanged && !against.value
  const counted = isReady && !isStored && !isWaiting ? definition : null
  const run = useRun(counted)
  const other = counted &&
    against.value && { ...counted, segment: against.value, compareTo: undefined, equalAge: undefined }
  const otherRun = useRun(other ?? null)
  const refused = problemsOf(run.error, draft)
  return {
    draft,
    definition: isReady ? definition : null,
    problems: { ...refused, ...problems },
    isRefused: Object.keys(refused).length > 0,
    savedAnswer,
    saved,
    isMissing,
    /** There is nothing to count. */
    isNotFound: isMissing && saved === null && edited === null,
    isUnchanged,
    isStored,
    isWaiting,
    run,
    against,
    otherRun,
    shown: isStored && saved ? { view: saved.result, readAt: new Date(saved.countedAt) } : run.data,
    /** The same of the second segment. */
    beside:
      other && otherRun.data && !otherRun.error
        ? { definition: other, result: otherRun.data.view, names: against.names }
        : null,
  }
}

export type RequestedFunnel = ReturnType<typeof useRequestedFunnel>
export type Beside = NonNullable<RequestedFunnel['beside']>
