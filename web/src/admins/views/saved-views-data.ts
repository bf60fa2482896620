import { ok } from '@tba/events/ok.ts'
import { type SaveView, type ViewFilters, viewFilters } from '@tba/events/views/commands.ts'
import { savedView, savedViews } from '@tba/events/views/views.ts'
import { consoleCommand } from '../console-call.ts'
import { readAgain, useView } from '../console-data.ts'

const path = '/api/admin/views'

/** What every administrator has saved, the newest first, as many as one answer holds. */
export const useSavedViews = () => useView(`${path}?limit=200`, savedViews, readAgain)

/** @param id of the view that it replaces; null for a new one */
export async function saveView(id: string | null, view: SaveView): Promise<void> {
  if (id === null) savedView.pick({ id: true }).parse(await consoleCommand('POST', path, view))
  else ok.parse(await consoleCommand('PUT', `${path}/${id}`, view))
}

export async function deleteView(id: string): Promise<void> {
  ok.parse(await consoleCommand('DELETE', `${path}/${id}`, undefined))
}

type Name = keyof ViewFilters

/** The filters that a view keeps, by their Italian names; what else stands in the page's address is no part of it. */
const filterLabels: Readonly<Record<Name, string>> = {
  type: 'Tipo',
  stream: 'Flusso',
  visit: 'Visita',
  actor: 'Autore',
  correlation: 'Richiesta',
  q: 'Parole',
  from: 'Dal',
  to: 'Al',
  order: 'Ordine',
}

const names = Object.keys(viewFilters.shape) as Name[]

/** The filters in an address, as a view keeps them. */
export function filtersIn(params: URLSearchParams): ViewFilters {
  const given = names.map(name => {
    const values = params.getAll(name).filter(value => value.trim() !== '')
    return [name, name === 'type' ? values.toSorted() : values[0]] as const
  })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value.length > 0))
}

/** Where the history shows what a view keeps. */
export function addressOf(filters: ViewFilters): string {
  const params = new URLSearchParams()
  for (const name of names) for (const value of [filters[name] ?? []].flat()) params.append(name, value)
  const query = params.toString()
  return `/admin/events${query && `?${query}`}`
}

/** Each filter with its name, to be read. */
export const readable = (filters: ViewFilters): [label: string, value: string][] =>
  names.flatMap(name => {
    const value = [filters[name] ?? []].flat().join(', ')
    return value === '' ? [] : [[filterLabels[name], value]]
  })
