import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useFocusBack } from '../../components/focus.ts'
import { administratorIn, currentToken } from '../api/token.ts'
import { useAfterPause } from '../parts/filters/filters.ts'
import { useSavedViews } from '../views/saved-views-data.ts'
import {
  type Destination,
  isSame,
  known,
  pagesFor,
  recentPlaces,
  rememberPlace,
  toWords,
  useFoundElsewhere,
  viewsFor,
} from './destinations.ts'
import './palette.css'

type Group = { title: string; destinations: Destination[] }

/** Local results at once, the others when they arrive. */
function useGroups(typed: string) {
  const [administrator] = useState(() => administratorIn(currentToken() ?? ''))
  const views = useSavedViews().data?.view.views ?? []
  const searched = useAfterPause(typed)
  const found = useFoundElsewhere(typed === '' ? '' : searched)
  const isSearching = typed !== '' && (searched !== typed || found.some(({ isLoading }) => isLoading))
  const failed = found.filter(source => source.failed && typed !== '').map(({ title }) => title)
  const go = ({ place }: Destination) => place && rememberPlace(administrator, place)
  if (typed === '') {
    const recent = recentPlaces(administrator).flatMap(place => known(place, views) ?? [])
    const pages = pagesFor('').filter(
      ({ place }) => !recent.some(({ place: gone }) => place && gone && isSame(place, gone)),
    )
    const groups: Group[] = [
      { title: 'Recenti', destinations: recent },
      { title: 'Pagine', destinations: pages },
      { title: 'Viste salvate', destinations: viewsFor(views, '') },
    ]
    return { groups: unique(groups), isSearching, failed, go }
  }
  const groups: Group[] = [
    { title: 'Pagine', destinations: pagesFor(typed) },
    { title: 'Viste salvate', destinations: viewsFor(views, typed) },
    ...(searched === typed ? found : []),
    { title: 'Cronologia', destinations: [toWords(typed)] },
  ]
  return { groups: unique(groups), isSearching, failed, go }
}

function unique(groups: Group[]): Group[] {
  const seen = new Set<string>()
  return groups
    .map(({ title, destinations }) => ({
      title,
      destinations: destinations.filter(({ key }) => !seen.has(key) && seen.add(key)),
    }))
    .filter(({ destinations }) => destinations.length > 0)
}

function Palette({ close }: { close: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const hasMoved = useRef(false)
  const { groups, isSearching, failed, go } = useGroups(typed.trim())
  const all = groups.flatMap(({ destinations }) => destinations)
  const value = all.some(({ key }) => key === chosen) ? chosen : all[0]?.key

  function open(destination: Destination) {
    go(destination)
    close()
    navigate(destination.to)
  }
  const moves = () => {
    hasMoved.current = true
  }
  return (
    <Command
      label="Cerca una pagina, un cliente, un flusso, un evento o una vista"
      shouldFilter={false}
      vimBindings={false}
      onKeyDown={({ key }) => /^(Arrow|Home|End)/.test(key) && moves()}
      loop
      value={value ?? ''}
      onValueChange={key => hasMoved.current && setChosen(key)}
    >
      <Command.Input
        className="palette-input"
        placeholder="Pagina, cliente, flusso, id di evento o visita, vista…"
        maxLength={200}
        value={typed}
        onValueChange={text => {
          setTyped(text)
          setChosen(null)
          hasMoved.current = false
        }}
      />
      <Command.List className="palette-list" label="Destinazioni" onPointerMove={moves}>
        {groups.map(({ title, destinations }) => (
          <Command.Group key={title} heading={title}>
            {destinations.map(destination => (
              <Command.Item key={destination.key} value={destination.key} onSelect={() => open(destination)}>
                <span className="palette-title">{destination.title}</span>
                <span className="palette-hint">{destination.hint}</span>
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {failed.length > 0 && (
        <p className="palette-note" role="alert">
          La ricerca non è riuscita per: {failed.join(', ')}.
        </p>
      )}
      <p className="palette-note" role="status">
        {isSearching ? 'Cerco…' : statusText(typed.trim(), all.length, failed.length > 0)}
      </p>
    </Command>
  )
}

/** There is always one: search the events. */
function statusText(typed: string, count: number, hasFailed: boolean): string {
  if (typed === '') return '↑ ↓ per scegliere, Invio per aprire, Esc per chiudere'
  if (count === 1 && !hasFailed) return 'Nessuna pagina, vista, persona o flusso con queste parole'
  return count === 1 ? '1 destinazione' : `${count} destinazioni`
}

export default function PaletteDialog({ close }: { close: () => void }) {
  const giveBack = useFocusBack()
  return (
    <Dialog.Root open onOpenChange={open => open || close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="palette-overlay" />
        <Dialog.Content className="palette" aria-describedby={undefined} onCloseAutoFocus={giveBack}>
          <Dialog.Title className="visually-hidden">Vai a</Dialog.Title>
          <Palette close={close} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
