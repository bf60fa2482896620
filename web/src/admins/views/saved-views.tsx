import { BookmarkFilledIcon, BookmarkIcon } from '@radix-ui/react-icons'
import { areEqual } from '@tba/events/views/history-view.decider.ts'
import { DropdownMenu } from 'radix-ui'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { DeleteViewDialog } from './delete-view.dialog.tsx'
import { ListedView } from './listed-view.tsx'
import { SaveViewDialog } from './save-view.dialog.tsx'
import { useSavedViews } from './saved-views-data.ts'
import { addressOf, filtersIn } from './view-filters.ts'
import './saved-views.css'

type Asked = 'save' | 'rename' | 'delete'

const byName = new Intl.Collator('it', { sensitivity: 'base', numeric: true })

/** The menu of saved views at the filters of the history; the open one is recognised by its filters. */
export function SavedViews() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  // Each named here: SWR renders again for what was asked for, and a closed menu asks for no failure.
  const { data, error, mutate } = useSavedViews()
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = useRef<Asked | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const filters = filtersIn(params)
  const views = (data?.view.views ?? []).toSorted((a, b) => byName.compare(a.name, b.name))
  const open = views.find(view => areEqual(view.filters, filters)) ?? null
  // Whose filters may have been changed since: saving offers to take its place.
  const last = useRef('')
  if (open) last.current = open.name

  const choose = (next: Asked) => () => {
    chosen.current = next
  }
  /** A dialog opens once the menu is closed, so that the focus returns to the button after it. */
  function closed(event: Event) {
    event.preventDefault()
    trigger.current?.focus()
    setAsked(chosen.current)
    chosen.current = null
  }
  const dialog = { close: () => setAsked(null), changed: () => mutate() }

  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          ref={trigger}
          className="filter-button views-button"
          data-chosen={open !== null}
          aria-label={open ? `Vista: ${open.name}` : 'Viste'}
        >
          {open ? <BookmarkFilledIcon aria-hidden /> : <BookmarkIcon aria-hidden />}
          <span className="views-name">{open ? open.name : 'Viste'}</span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            className="views-menu"
            align="end"
            sideOffset={4}
            collisionPadding={8}
            onCloseAutoFocus={closed}
          >
            <DropdownMenu.RadioGroup
              value={open?.id ?? ''}
              onValueChange={id => {
                const view = views.find(saved => saved.id === id)
                if (view) navigate(addressOf(view.filters))
              }}
            >
              {views.map(view => (
                <ListedView key={view.id} view={view} />
              ))}
            </DropdownMenu.RadioGroup>
            <NoViews count={data?.view.views.length} error={error} retry={() => mutate()} />
            {data?.view.next && <p className="views-note">Sono elencate le ultime 200.</p>}
            <DropdownMenu.Separator className="views-rule" />
            {!open && (
              <DropdownMenu.Item className="views-item" onSelect={choose('save')}>
                Salva questa vista…
              </DropdownMenu.Item>
            )}
            {open && (
              <>
                <DropdownMenu.Item className="views-item" onSelect={choose('rename')}>
                  Rinomina…
                </DropdownMenu.Item>
                <DropdownMenu.Item className="views-item" onSelect={choose('delete')}>
                  Elimina…
                </DropdownMenu.Item>
              </>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {asked === 'save' && (
        <SaveViewDialog {...dialog} views={views} filters={filters} name={last.current} renamed={null} />
      )}
      {asked === 'rename' && open && (
        <SaveViewDialog {...dialog} views={views} filters={open.filters} name={open.name} renamed={open} />
      )}
      {asked === 'delete' && open && <DeleteViewDialog {...dialog} view={open} />}
    </>
  )
}

type NoViewsProps = { count: number | undefined; error: Error | undefined; retry: () => unknown }

/** What the menu says where there is nothing to list. */
function NoViews({ count, error, retry }: NoViewsProps) {
  if (count) return null
  if (count === 0) {
    return (
      <p className="views-note">
        Nessuna vista salvata, finora: scegli dei filtri e dai loro un nome. La troveranno tutti gli
        amministratori.
      </p>
    )
  }
  if (!error) return <p className="views-note">Caricamento…</p>
  const again = (event: Event) => {
    event.preventDefault()
    retry()
  }
  return (
    <>
      <p className="views-note" role="alert">
        Impossibile caricare le viste
      </p>
      <DropdownMenu.Item className="views-item" onSelect={again}>
        Riprova
      </DropdownMenu.Item>
    </>
  )
}
