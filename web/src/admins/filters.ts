import { useSearchParams } from 'react-router-dom'

type How = {
  push?: boolean
  /** Kept with the entry in the browser's history; what is chosen later in its place says its own. */
  state?: unknown
}

/**
 * The filters of a list stand in its address, so that a link opens the same; a name may stand there several times.
 * What is chosen replaces the entry in the browser's history, but `push` leaves the one before.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const change = (edit: (next: URLSearchParams) => void, { push = false, state }: How = {}) => {
    const next = new URLSearchParams(params)
    edit(next)
    setParams(next, { replace: !push, state })
  }
  return {
    params,
    of: (name: string) => params.get(name) ?? '',
    allOf: (name: string) => params.getAll(name),
    set: (name: string, value: string, how?: How) =>
      change(next => (value === '' ? next.delete(name) : next.set(name, value)), how),
    /** Several at once: one after the other they would each start from the same address. */
    setAll: (values: Record<string, string>) =>
      change(next => {
        for (const [name, value] of Object.entries(values))
          if (value === '') next.delete(name)
          else next.set(name, value)
      }),
    add: (name: string, value: string) =>
      change(next => (next.has(name, value) ? undefined : next.append(name, value))),
    remove: (name: string, value?: string) => change(next => next.delete(name, value)),
    clear: (names: readonly string[]) =>
      change(next => {
        for (const name of names) next.delete(name)
      }),
  }
}
