import { CheckIcon } from '@radix-ui/react-icons'
import type { SavedView } from '@tba/events/views/views.ts'
import { Menu } from 'radix-ui/internal'
import { type RefObject, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Opened } from '../parts/button-popover.tsx'
import { DateOf } from '../parts/times.tsx'
import { administratorIn, useToken } from '../token.ts'
import { addressOf, filtersIn, type useSavedViews } from './saved-views-data.ts'
import { DeleteViewDialog, SaveViewDialog } from './view.dialogs.tsx'

type Asked = 'save' | 'rename' | 'delete'

type Props = Opened & {
  answer: Pick<ReturnType<typeof useSavedViews>, 'data' | 'error' | 'mutate'>
  views: readonly SavedView[]
  /** The view that the history shows. */
  open: SavedView | null
  /** The name of the one that it showed last: saving offers to take its place. */
  last: string
}

/** The menu of saved views, and the dialogs that it asks for. */
export default function SavedViewsMenu({ button, isOpen, setOpen, answer, ...listed }: Props) {
  const { views, open, last } = listed
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { data, error, mutate } = answer
  const chosen = useRef<Asked | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const filters = filtersIn(params)

  const choose = (next: Asked) => () => {
    chosen.current = next
  }
  /** A dialog opens once the menu is closed, so that the focus returns to the button after it. */
  function closed(event: Event) {
    event.preventDefault()
    button.current?.focus()
    setAsked(chosen.current)
    chosen.current = null
  }
  const dialog = { close: () => setAsked(null), changed: () => mutate() }

  return (
    <>
      {/* Not `DropdownMenu`, which would bring another button than the one that was there before this code. */}
      <Menu.Root open={isOpen} onOpenChange={setOpen} modal={false}>
        <Menu.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
        <Menu.Portal>
          <Menu.Content
            className="views-menu"
            align="end"
            sideOffset={4}
            collisionPadding={8}
            aria-label="Viste"
            onCloseAutoFocus={closed}
            onInteractOutside={event => {
              // The button itself closes it.
              if (button.current?.contains(event.target as Node)) event.preventDefault()
            }}
          >
            <Menu.RadioGroup
              value={open?.id ?? ''}
              onValueChange={id => {
                const view = views.find(saved => saved.id === id)
                if (view) navigate(addressOf(view.filters))
              }}
            >
              {views.map(view => (
                <ListedView key={view.id} view={view} />
              ))}
            </Menu.RadioGroup>
            <NoViews count={data?.view.views.length} error={error} retry={() => mutate()} />
            {data?.view.next && <p className="views-note">Sono elencate le ultime 200.</p>}
            <Menu.Separator className="views-rule" />
            {!open && (
              <Menu.Item className="views-item" onSelect={choose('save')}>
                Salva questa vista…
              </Menu.Item>
            )}
            {open && (
              <>
                <Menu.Item className="views-item" onSelect={choose('rename')}>
                  Rinomina…
                </Menu.Item>
                <Menu.Item className="views-item" onSelect={choose('delete')}>
                  Elimina…
                </Menu.Item>
              </>
            )}
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      {asked === 'save' && (
        <SaveViewDialog {...dialog} views={views} filters={filters} name={last} renamed={null} />
      )}
      {asked === 'rename' && open && (
        <SaveViewDialog {...dialog} views={views} filters={open.filters} name={open.name} renamed={open} />
      )}
      {asked === 'delete' && open && <DeleteViewDialog {...dialog} view={open} />}
    </>
  )
}

/** A view in the menu: its name, and who saved it last and when. */
function ListedView({ view: { id, name, savedBy, savedAt } }: { view: SavedView }) {
  const token = useToken()
  const isMine = token !== null && savedBy === `admin:${administratorIn(token)}`
  return (
    <Menu.RadioItem className="views-item" value={id} textValue={name}>
      <Menu.ItemIndicator className="views-check">
        <CheckIcon aria-hidden />
      </Menu.ItemIndicator>
      <span className="views-name">{name}</span>
      <span className="views-by">
        {isMine ? 'tua' : <span title={savedBy}>di {savedBy.slice(0, 'admin:'.length + 8)}</span>},{' '}
        <DateOf at={savedAt} />
      </span>
    </Menu.RadioItem>
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
      <Menu.Item className="views-item" onSelect={again}>
        Riprova
      </Menu.Item>
    </>
  )
}
