import { CheckIcon } from '@radix-ui/react-icons'
import { filteredQuery } from '@tba/events/filters/filter.ts'
import { saveView as body, type ViewFilters } from '@tba/events/views/commands.ts'
import type { SavedView } from '@tba/events/views/views.ts'
import { Menu } from 'radix-ui/internal'
import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Facts } from '../../components/facts.tsx'
import { filterText } from '../filters/words.ts'
import type { PopoverState } from '../parts/filters/button-popover.tsx'
import { NameDialog, RemoveDialog } from '../parts/page/dialogs.tsx'
import { DateOf } from '../parts/time/times.tsx'
import { SavedBy } from '../parts/words/actors.tsx'
import { addressOf, deleteView, describeFilters, saveView, type useSavedViews } from './saved-views-data.ts'

const chipWords = (text: string) =>
  (filteredQuery.filters.safeParse(text).data ?? []).map(filterText).join(', ')

type DialogKind = 'save' | 'rename' | 'delete'

type Props = PopoverState & {
  answer: Pick<ReturnType<typeof useSavedViews>, 'data' | 'error' | 'mutate'>
  views: readonly SavedView[]
  open: SavedView | null
  shown: ViewFilters
  /** The name of the last open view, offered when saving. */
  lastName: string
}

export default function SavedViewsMenu({ button, isOpen, setOpen, answer, ...listed }: Props) {
  const { views, open, shown, lastName } = listed
  const navigate = useNavigate()
  const { data, error, mutate } = answer
  const chosen = useRef<DialogKind | null>(null)
  const [dialog, setDialog] = useState<DialogKind | null>(null)
  // As saved: another page may show it differently.
  const renamed = (dialog === 'rename' && data?.view.views.find(({ id }) => id === open?.id)) || null
  const filters = renamed?.filters ?? shown
  const filterFacts = describeFilters(filters, chipWords)

  const choose = (next: DialogKind) => () => {
    chosen.current = next
  }
  /** The dialog opens after the menu has closed, so that the focus returns to the button. */
  function closed(event: Event) {
    event.preventDefault()
    button.current?.focus()
    setDialog(chosen.current)
    chosen.current = null
  }
  const close = () => setDialog(null)

  return (
    <>
      {/* Not `DropdownMenu`: it has its own button, and ours exists before this code. */}
      <Menu.Root open={isOpen} onOpenChange={setOpen} modal={false}>
        <Menu.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
        <Menu.Content
          className="views-menu"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Viste"
          onCloseAutoFocus={closed}
          onInteractOutside={event => {
            // The button closes it itself.
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault()
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
              <ViewMenuItem key={view.id} view={view} />
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
      </Menu.Root>
      {dialog && dialog !== 'delete' && (
        <NameDialog
          words={{
            title: renamed ? 'Rinomina la vista' : 'Salva questa vista',
            text: 'La vede chiunque usi la console. Non scrivere nel nome dati di persone: resta nel registro.',
            taken: 'Un’altra vista si chiama già così',
            replaces: 'Esiste già una vista con questo nome: sarà sostituita per tutti.',
            done: renamed ? 'Vista rinominata' : 'Vista salvata',
            failed: 'Vista non salvata: riprova.',
          }}
          name={renamed?.name ?? lastName}
          rule={body.shape.name}
          all={views}
          renamedId={renamed?.id ?? null}
          save={async (id, name) => {
            await saveView(id, { name, filters })
            await mutate()
          }}
          close={close}
        >
          <Facts className="rows views-filters" facts={filterFacts} />
          {filterFacts.length === 0 && <p className="quiet">Senza filtri: mostra tutto.</p>}
        </NameDialog>
      )}
      {dialog === 'delete' && open && (
        <RemoveDialog
          words={{
            title: 'Elimina la vista',
            text: `«${open.name}» non sarà più elencata per nessuno. Ciò che mostra resta.`,
            done: 'Vista eliminata',
            failed: 'Vista non eliminata: riprova.',
          }}
          remove={() => deleteView(open.id)}
          removed={() => mutate()}
          close={close}
        />
      )}
    </>
  )
}

const ViewMenuItem = ({ view: { id, name, savedBy, savedAt } }: { view: SavedView }) => (
  <Menu.RadioItem className="views-item" value={id} textValue={name}>
    <Menu.ItemIndicator className="views-check">
      <CheckIcon aria-hidden />
    </Menu.ItemIndicator>
    <span className="views-name">{name}</span>
    <span className="views-by">
      <SavedBy actor={savedBy} words={{ mine: 'tua', of: 'di ' }} />, <DateOf at={savedAt} />
    </span>
  </Menu.RadioItem>
)

type NoViewsProps = { count: number | undefined; error: Error | undefined; retry: () => unknown }

function NoViews({ count, error, retry }: NoViewsProps) {
  if (count) return null
  if (count === 0) {
    return (
      <p className="views-note">
        Nessuna vista salvata, finora: scegli dei filtri e dai loro un nome. La troverà chiunque usi la
        console.
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
