import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { EventFilters } from './event-filters.ts'

/** How many entries of the browser's history lie between this one and the list without an event; 0: not known. */
function behindIn(state: unknown): number {
  const behind = (state as { behind?: unknown } | null)?.behind
  return Number.isInteger(behind) ? Number(behind) : 0
}

/** The open event stands in the address. What opening it added to the browser's history is taken back by closing it. */
export function useOpenEvent(filters: EventFilters) {
  const open = filters.of('evento')
  const behind = behindIn(useLocation().state)
  const navigate = useNavigate()
  const isLeaving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the way back done, the next event may be closed.
  useEffect(() => {
    isLeaving.current = false
  }, [open])
  const show = (id: string, { push, to }: { push: boolean; to: number }) =>
    filters.set('evento', id, { push, state: { behind: to } })
  return {
    close() {
      if (behind === 0) return filters.set('evento', '')
      // The way back takes a moment, in which a second press would leave the page.
      if (isLeaving.current) return
      isLeaving.current = true
      void navigate(-behind)
    },
    // With the first that is opened, and with each step in its tree, the browser's way back goes there.
    pick: (id: string) => (open ? show(id, { push: false, to: behind }) : show(id, { push: true, to: 1 })),
    walk: (id: string) => show(id, { push: true, to: behind && behind + 1 }),
  }
}
