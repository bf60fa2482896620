import { BookmarkFilledIcon, BookmarkIcon } from '@radix-ui/react-icons'
import { areEqual } from '@tba/events/views/history-view.decider.ts'
import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { onDemand } from '../../components/on-demand.ts'
import { MenuButton } from '../parts/filters/menus.tsx'
import { filtersFor, readFilters, type Screen, useSavedViews } from './saved-views-data.ts'
import './saved-views.css'

const menu = onDemand(() => import('./saved-views.menu.tsx'))

const byName = new Intl.Collator('it', { sensitivity: 'base', numeric: true })

/** The open view is the one with the same filters. */
export function SavedViews({ screen = 'events' }: { screen?: Screen }) {
  const [params] = useSearchParams()
  // SWR renders again only for the fields that are read here.
  const { data, error, mutate } = useSavedViews()
  const filters = readFilters(params, screen)
  const views = (data?.view.views ?? [])
    .flatMap(view => {
      const shown = filtersFor(screen, view.filters)
      return shown ? [{ ...view, filters: shown }] : []
    })
    .toSorted((a, b) => byName.compare(a.name, b.name))
  const open = views.find(view => areEqual(view.filters, filters)) ?? null
  // Its filters may have changed since.
  const last = useRef('')
  if (open) last.current = open.name

  return (
    <MenuButton
      code={menu}
      menu={{ answer: { data, error, mutate }, views, open, shown: filters, lastName: last.current }}
      isMenu
      className="views-button"
      data-chosen={open !== null}
      aria-label={open ? `Vista: ${open.name}` : 'Viste'}
    >
      {open ? <BookmarkFilledIcon aria-hidden /> : <BookmarkIcon aria-hidden />}
      <span className="views-name">{open ? open.name : 'Viste'}</span>
    </MenuButton>
  )
}
