import { useMemo } from 'react'
import { hasStatus } from '../../../api/http.ts'
import { isNoFunnel, useRun, useSavedFunnel } from '../funnels-data.ts'
import { type Draft, definitionOf, draftOf, isComplete, isSameDefinition, type Problems } from './draft.ts'
import type { FunnelAddress } from './draft-address.ts'

/** Those rules that the server names, by the field; empty where it refused something else. */
function problemsOf(error: unknown, { asOf }: Draft): Problems {
  if (!hasStatus(error, 400)) return {}
  // All others can be told by the definition alone: whether the log has such a position, only the server knows.
  if (error.issues.length === 0 && asOf !== '') return { asOf: error.said }
  return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]))
}

/**
 * What the address asks for, and its numbers: those of the saved funnel as long as its definition is as it was saved, else
 * those that are counted anew.
 */
export function useAskedFunnel({ draft: written, otherwise, unread, savedId }: FunnelAddress) {
  const kept = useSavedFunnel(savedId)
  /** Somebody has deleted it, or it never was. */
  const isGone = savedId !== '' && isNoFunnel(kept.error)
  // What the address says on its own is a funnel all the same.
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
    /** The address says more than which saved one. */
    isWritten: written !== null,
    isAsSaved,
    /** Nothing is known of the saved one yet. */
    isWaiting,
    run,
    shown: isAsSaved && saved ? { result: saved.result, readAt: new Date(saved.countedAt) } : run.data,
  }
}

export type AskedFunnel = ReturnType<typeof useAskedFunnel>
