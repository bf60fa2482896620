import { useMemo } from 'react'
import { hasStatus } from '../../../api/http.ts'
import { isNoFunnel, useRun, useSavedFunnel } from '../funnels-data.ts'
import { type Draft, definitionOf, draftOf, isComplete, isSameDefinition, type Problems } from './draft.ts'
import type { FunnelAddress } from './draft-address.ts'

function problemsOf(error: unknown, { asOf }: Draft): Problems {
  if (!hasStatus(error, 400)) return {}
  // Only the server knows whether the log has this position.
  if (error.issues.length === 0 && asOf !== '') return { asOf: error.said }
  return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]))
}

/** The funnel of the address, with the result: stored for an unchanged saved funnel, else counted now. */
export function useRequestedFunnel({ draft: written, otherwise, unread, savedId }: FunnelAddress) {
  const kept = useSavedFunnel(savedId)
  /** Deleted, or never existed. */
  const isGone = savedId !== '' && isNoFunnel(kept.error)
  // A definition in the address needs no saved funnel.
  const saved = isGone && written ? null : (kept.data ?? null)
  const draft = useMemo(
    () => written ?? (saved ? draftOf(saved.definition) : otherwise),
    [written, saved, otherwise],
  )
  const { definition, problems } = useMemo(() => definitionOf(draft), [draft])
  const isAsSaved = saved !== null && definition !== null && isSameDefinition(definition, saved.definition)
  const isReady = definition !== null && isComplete(draft) && unread.length === 0
  const isWaiting = savedId !== '' && saved === null && !kept.error
  const run = useRun(isReady && !isAsSaved && !isWaiting ? definition : null)
  const refused = problemsOf(run.error, draft)
  return {
    draft,
    definition: isReady ? definition : null,
    problems: { ...refused, ...problems },
    isRefused: Object.keys(refused).length > 0,
    kept,
    saved,
    isGone,
    /** The address has a definition. */
    isWritten: written !== null,
    isAsSaved,
    isWaiting,
    run,
    shown: isAsSaved && saved ? { result: saved.result, readAt: new Date(saved.countedAt) } : run.data,
  }
}

export type RequestedFunnel = ReturnType<typeof useRequestedFunnel>
