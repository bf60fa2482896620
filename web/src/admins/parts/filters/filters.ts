import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

type HistoryOptions = { push?: boolean }

type Values = Readonly<Record<string, string | readonly string[]>>

const emptyValues = (names: readonly string[]): Values => Object.fromEntries(names.map(name => [name, '']))

export type Filters = Pick<ReturnType<typeof useFilters>, 'get' | 'set' | 'setAll' | 'clear'>

/** Null: no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * The state of a page is in its address. A change replaces the entry of the browser's history, except with `push`.
 * @param resetNames names that each change of values also removes: they belong to the last answer
 */
export function useFilters(resetNames: readonly string[] = []) {
  const [params, setParams] = useSearchParams()
  const change = (edit: (next: URLSearchParams) => void, { push = false }: HistoryOptions = {}) => {
    const next = new URLSearchParams(params)
    edit(next)
    setParams(next, { replace: !push })
  }
  /** In one step: two changes in a row would start from the same address. */
  const setAll = (values: Values, how?: HistoryOptions) =>
    change(next => {
      for (const [name, value] of Object.entries({ ...emptyValues(resetNames), ...values })) {
        const [first = '', ...others] = [value].flat()
        if (first === '') next.delete(name)
        else next.set(name, first)
        for (const other of others) next.append(name, other)
      }
    }, how)
  return {
    params,
    get: (name: string) => params.get(name) ?? '',
    getAll: (name: string) => params.getAll(name),
    /** In the order of `names`, so that the same filters are the same list. */
    queryOf(names: readonly string[], more: readonly [name: string, value: string][] = []) {
      const valuesOf = (name: string) => params.getAll(name).map(value => [name, value])
      const pairs = [...names.flatMap(valuesOf), ...more]
      return new URLSearchParams(pairs.filter(([, value]) => value !== '')).toString()
    },
    setAll,
    set: (name: string, value: string, how?: HistoryOptions) => setAll({ [name]: value }, how),
    toggle: (name: string, value: string) =>
      change(next => (next.has(name, value) ? next.delete(name, value) : next.append(name, value))),
    remove: (name: string, value?: string) => change(next => next.delete(name, value)),
    clear: (names: readonly string[]) => setAll(emptyValues(names)),
  }
}

/** The text of a field. After a pause it is in the address. */
export function useTypedFilter(filters: Pick<Filters, 'get' | 'set'>, name: string, pauseMs = 150) {
  const inAddress = filters.get(name)
  const [typed, setTyped] = useState(inAddress)
  const [lastInAddress, setLastInAddress] = useState(inAddress)
  const [applied, setApplied] = useState(inAddress)
  if (inAddress !== lastInAddress) {
    setLastInAddress(inAddress)
    // A link or the back button has changed the address. What this field put there may come after newer text.
    if (inAddress !== applied && inAddress !== typed.trim()) setTyped(inAddress)
  }
  const apply = useEffectEvent((text: string) => {
    if (text === inAddress) return
    setApplied(text)
    filters.set(name, text)
  })
  useEffect(() => {
    const timer = setTimeout(() => apply(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return [typed, setTyped] as const
}
