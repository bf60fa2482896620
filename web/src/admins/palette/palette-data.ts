import { personList } from '@tba/events/people/views.ts'
import { useState } from 'react'
import useSWR from 'swr'
import { shownEmail } from '../../components/email.ts'
import { matches } from '../../components/matches.ts'
import { useAlarms } from '../alarms/alarms-data.ts'
import { readAs } from '../api/calls.ts'
import { usePermission } from '../api/token.ts'
import { consolePages, pathOf, settingsPage } from '../console-pages.ts'
import { useSegments } from '../filters/segments-data.ts'
import { useSavedFunnels } from '../funnels/funnels-data.ts'
import { useTypedFilter } from '../parts/filters/filters.ts'
import { eventAddress, personAddress, receiptAddress, receiptNumberIn } from '../parts/words/links.tsx'
import { useReports } from '../reports/reports-data.ts'
import { useSavedQueries } from '../sql/sql-data.ts'
import { addressOf as trendAddress, useSavedTrends } from '../trends/trends-data.ts'
import { addressOf, useSavedViews } from '../views/saved-views-data.ts'
import { pageWords } from './page-words.ts'

type Entry = { to: string; label: string; detail?: string | undefined }

/** Those that need no id, each at its own address. */
const pages = consolePages
  .filter(page => !page.file && !pathOf(page).includes(':'))
  .map(page => ({ title: page.title, to: `/admin/${pathOf(page)}` }))

/** The words of a text without their endings: «abbandono» and «abbandoni» are one. Short ones count if there is no other. */
function stemsOf(text: string): string[] {
  const words = text.split(/\s+/).filter(Boolean)
  const long = words.filter(word => word.length > 3)
  return (long.length > 0 ? long : words).map(word => (word.length > 4 ? word.replace(/[aeio]$/i, '') : word))
}

/** Pages with the text in their name, then those with it in other words, of which one is shown. */
function pagesWith(text: string, maySet: boolean): Entry[] {
  const stems = stemsOf(text)
  const found = [...pages, ...(maySet ? [settingsPage] : [])].flatMap(({ to, title }) => {
    const words = (pageWords[title] ?? '').split(', ')
    if (!stems.every(stem => matches(`${title}, ${words}`, stem))) return []
    const [isWhole, isNamed] = [matches(title, text), stems.every(stem => matches(title, stem))]
    const shown = words.find(word => stems.some(stem => matches(word, stem)))
    return [{ to, label: title, detail: isNamed ? '' : shown, rank: isWhole ? 0 : isNamed ? 1 : 2 }]
  })
  return found.toSorted((one, other) => one.rank - other.rank)
}

const eventId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What has a number: an event by its id, a receipt. */
function numbered(text: string): Entry[] {
  const receipt = receiptNumberIn(text)
  if (receipt) return [{ to: receiptAddress(receipt), label: 'Ricevuta', detail: receipt }]
  return eventId.test(text) ? [{ to: eventAddress(text), label: 'Evento', detail: text }] : []
}

/** Each search of persons is recorded, so it waits until typing rests. */
const restMs = 1_000

function usePersons() {
  const [asked, setAsked] = useState('')
  const [typed, type] = useTypedFilter({ get: () => asked, set: (_, text) => setAsked(text) }, 'q', restMs)
  const text = typed.trim()
  const maySearch = usePermission('see-persons') && text.length > 1 && numbered(text).length === 0
  const isAsked = maySearch && asked === text
  const query = new URLSearchParams({ q: asked, limit: '8' })
  const { data, isLoading } = useSWR(isAsked ? `/api/admin/people?${query}` : null, readAs(personList))
  // What an earlier text found is not offered under a later one: Enter would open it.
  const persons = (data?.people ?? []).map(({ id, name, email }) => ({
    to: personAddress(id),
    label: name ?? 'Senza nome',
    detail: shownEmail(email) ?? undefined,
  }))
  return { persons, typed, type, isSearching: maySearch && (!isAsked || isLoading) }
}

/** Everything in the console that the typed text finds, in groups. */
export function usePalette() {
  const { persons, typed, type, isSearching } = usePersons()
  const maySet = usePermission('settings')
  const views = useSavedViews().data?.view.views ?? []
  const funnels = useSavedFunnels().data?.view.funnels ?? []
  const trends = useSavedTrends().data?.view.trends ?? []
  const reports = useReports().data?.view.reports ?? []
  const queries = useSavedQueries().data?.view.queries ?? []
  const segments = useSegments().data?.view.segments ?? []
  const alarms = useAlarms().data?.alarms ?? []
  const saved: Entry[] = [
    ...funnels.map(({ id, name }) => ({ to: `/admin/funnels?saved=${id}`, label: name, detail: 'funnel' })),
    ...views.map(({ name, filters }) => ({ to: addressOf(filters), label: name, detail: 'vista' })),
    ...trends.map(trend => ({ to: trendAddress(trend), label: trend.name, detail: 'andamento' })),
    ...reports.map(({ id, title }) => ({ to: `/admin/reports/${id}`, label: title, detail: 'report' })),
    ...queries.map(({ id, name }) => ({ to: `/admin/sql?query=${id}`, label: name, detail: 'SQL' })),
    ...segments.map(({ id, revision, name }) => ({
      to: `/admin/visits?${new URLSearchParams({ segment: JSON.stringify({ id, revision }) })}`,
      label: name,
      detail: 'segmento',
    })),
    ...alarms.map(({ id, name }) => ({ to: `/admin/alarms?alarm=${id}`, label: name, detail: 'avviso' })),
  ]
  const text = typed.trim()
  const groups = [
    { title: 'Numeri', entries: numbered(text) },
    { title: 'Pagine', entries: pagesWith(text, maySet) },
    { title: 'Persone', entries: persons },
    { title: 'Salvati', entries: saved.filter(({ label }) => matches(label, text)).slice(0, 20) },
  ]
  return { typed, type, isSearching, groups: groups.filter(({ entries }) => entries.length > 0) }
}
