import { BookmarkFilledIcon, BookmarkIcon } from '@radix-ui/react-icons'
import { areEqual } from '@tba/events/views/history-view.decider.ts'
import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { onDemand } from '../../components/on-demand.ts'
import { MenuButton } from '../parts/filters/menus.tsx'
import { filtersIn, type Screen, shownOn, useSavedViews } from './saved-views-data.ts'
import './saved-views.css'

const menu = onDemand(() => import('./saved-views.menu.tsx'))

const byName = new Intl.Collator('it', { sensitivity: 'base', numeric: true })

/** The saved views, behind a button at a page's filters; the open one is recognised by its filters. */
export function SavedViews({ screen = 'events' }: { screen?: Screen }) {
  const [params] = useSearchParams()
  // Each named here: SWR renders again for what was asked for, and a closed menu asks for no failure.
  const { data, error, mutate } = useSavedViews()
  const filters = filtersIn(params, screen)
  const views = (data?.view.views ?? [])
    .flatMap(view => {
      const shown = shownOn(screen, view.filters)
      return shown ? [{ ...view, filters: shown }] : []
    })
    .toSorted((a, b) => byName.compare(a.name, b.name))
  const open = views.find(view => areEqual(view.filters, filters)) ?? null
  // Whose filters may have been changed since.
  const last = useRef('')
  if (open) last.current = open.name

  return (
    <MenuButton
      code={menu}
      menu={{ answer: { data, error, mutate }, views, open, shown: filters, last: last.current }}
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
