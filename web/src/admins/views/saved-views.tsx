import { BookmarkFilledIcon, BookmarkIcon } from '@radix-ui/react-icons'
import { areEqual } from '@tba/events/views/history-view.decider.ts'
import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { onDemand, useOnDemand } from '../parts/on-demand.ts'
import { filtersIn, useSavedViews } from './saved-views-data.ts'
import './saved-views.css'

const menu = onDemand(() => import('./saved-views.menu.tsx'))

const byName = new Intl.Collator('it', { sensitivity: 'base', numeric: true })

/** The saved views, behind a button at the filters of the history; the open one is recognised by its filters. */
export function SavedViews() {
  const [params] = useSearchParams()
  // Each named here: SWR renders again for what was asked for, and a closed menu asks for no failure.
  const { data, error, mutate } = useSavedViews()
  const button = useRef<HTMLButtonElement>(null)
  const { Part: Menu, isOpen, setOpen, open: show, early } = useOnDemand(menu)
  const filters = filtersIn(params)
  const views = (data?.view.views ?? []).toSorted((a, b) => byName.compare(a.name, b.name))
  const open = views.find(view => areEqual(view.filters, filters)) ?? null
  // Whose filters may have been changed since.
  const last = useRef('')
  if (open) last.current = open.name

  return (
    <>
      <button
        ref={button}
        type="button"
        className="filter-button views-button"
        data-chosen={open !== null}
        aria-label={open ? `Vista: ${open.name}` : 'Viste'}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? setOpen(false) : show())}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          show()
        }}
        {...early}
      >
        {open ? <BookmarkFilledIcon aria-hidden /> : <BookmarkIcon aria-hidden />}
        <span className="views-name">{open ? open.name : 'Viste'}</span>
      </button>
      {Menu && (
        <Menu
          button={button}
          isOpen={isOpen}
          setOpen={setOpen}
          answer={{ data, error, mutate }}
          views={views}
          open={open}
          last={last.current}
        />
      )}
    </>
  )
}
