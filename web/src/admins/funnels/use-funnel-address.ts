import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { writeBar } from './bars.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { draftNames, readDraft, writeDraft } from './draft-address.ts'
import { lastDays } from './periods.ts'

/** The definition stands in the address, and which saved one it comes from; each change is a step back in the browser. */
export function useFunnelAddress() {
  const [params, setParams] = useSearchParams()
  const query = params.toString()
  const otherwise = useMemo(() => emptyDraft(lastDays(30)), [])
  const { draft, unread } = useMemo(
    () => readDraft(new URLSearchParams(query), otherwise),
    [query, otherwise],
  )
  function edit(change: (next: URLSearchParams) => void) {
    const next = new URLSearchParams(params)
    change(next)
    setParams(next)
  }
  return {
    params,
    /** As the address has it; null where it has none. */
    draft,
    unread,
    savedId: params.get('salvato') ?? '',
    edit,
    change: (draft: Draft) =>
      edit(next => {
        writeBar(next, null)
        writeDraft(next, draft, unread)
      }),
    /** Takes off what nobody can read. */
    dropUnread: () => edit(next => draft && writeDraft(next, draft)),
    /** Nothing but the saved one; empty: nothing at all. */
    show: (id: string) =>
      edit(next => {
        writeBar(next, null)
        for (const name of draftNames) next.delete(name)
        if (id) next.set('salvato', id)
        else next.delete('salvato')
      }),
  }
}

export type FunnelAddress = ReturnType<typeof useFunnelAddress>
