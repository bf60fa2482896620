import { useSearchParams } from 'react-router-dom'

type How = { push?: boolean }

type Filters = Pick<ReturnType<typeof useFilters>, 'of' | 'set' | 'setAll' | 'clear'>

/** The same filters, but each choice takes these names out of the address: what they say is of the answer before. */
export function forgetting(filters: Filters, names: readonly string[]): Filters {
  const none = Object.fromEntries(names.map(name => [name, '']))
  return {
    of: filters.of,
    set: (name, value) => filters.setAll({ ...none, [name]: value }),
    setAll: values => filters.setAll({ ...none, ...values }),
    clear: others => filters.clear([...others, ...names]),
  }
}

/**
 * The filters of a list stand in its address, so that a link opens the same; a name may stand there several times.
 * What is chosen replaces the entry in the browser's history, but `push` leaves the one before.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const change = (edit: (next: URLSearchParams) => void, { push = false }: How = {}) => {
    const next = new URLSearchParams(params)
    edit(next)
    setParams(next, { replace: !push })
  }
  return {
    params,
    of: (name: string) => params.get(name) ?? '',
    allOf: (name: string) => params.getAll(name),
    set: (name: string, value: string, how?: How) =>
      change(next => (value === '' ? next.delete(name) : next.set(name, value)), how),
    /** Several at once: one after the other they would each start from the same address. */
    setAll: (values: Record<string, string | readonly string[]>) =>
      change(next => {
        for (const [name, value] of Object.entries(values)) {
          const [first = '', ...others] = [value].flat()
          if (first === '') next.delete(name)
          else next.set(name, first)
          for (const other of others) next.append(name, other)
        }
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
