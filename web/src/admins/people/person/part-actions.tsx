import { Button } from '@radix-ui/themes'
import { type PersonDetail, type PersonPart, personHoldings } from '@tba/events/people/views.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { hasStatus } from '../../../api/http.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { count } from '../../../components/format.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { useToast } from '../../../toasts/toast.ts'
import { readAs } from '../../api/calls.ts'
import { useAction, useRecord } from '../../api/reads.ts'
import { usePermission } from '../../api/token.ts'
import { Check } from '../../parts/filters/controls.tsx'
import { MomentOf } from '../../parts/time/times.tsx'
import { receiptAddress } from '../../parts/words/links.tsx'
import { EraseForm, ErasureFacts } from './erase.form.tsx'
import { eraseParts, exportParts, pathOf, useHideErased } from './person-data.ts'
import { amountOf, erasedData, heldName, partNames, record } from './words.ts'
import '../../../shell/look/controls.css'

type Props = { person: PersonDetail; changed: () => Promise<unknown> }

export function PartActions(props: Props) {
  const [asked, setAsked] = useState<'export' | 'erasure' | null>(null)
  if (!usePermission('handle-persons')) return null
  const close = () => setAsked(null)
  return (
    <div className="person-actions">
      <Button variant="outline" onClick={() => setAsked('export')}>
        Esporta…
      </Button>
      <Button variant="outline" className="danger" onClick={() => setAsked('erasure')}>
        Cancella…
      </Button>
      {asked === 'export' && <ExportParts person={props.person} close={close} />}
      {asked === 'erasure' && <EraseParts {...props} close={close} />}
    </div>
  )
}

/** The parts of a person to tick; at first all of them. */
function useTicks(parts: readonly PersonPart[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const isChosen = ({ stream }: PersonPart) => !left.has(stream)
  const tick = (stream: string, isTicked: boolean) =>
    setLeft(before => new Set([...before, stream].filter(each => each !== stream || !isTicked)))
  const list = (heldBy = (_stream: string) => '') => (
    <fieldset className="erase-parts">
      <legend>{`Ciò che è suo: ${amountOf(parts)}`}</legend>
      <ul>
        {parts.map(part => (
          <li key={part.stream}>
            <Check checked={isChosen(part)} set={isTicked => tick(part.stream, isTicked)}>
              <span>{partNames[part.kind]}</span> <span>{part.email ?? part.name}</span>{' '}
              <span className="quiet">
                ultima attività <MomentOf at={part.lastAt} />
              </span>
              {heldBy(part.stream) && <span className="quiet erase-held">{heldBy(part.stream)}</span>}
            </Check>
          </li>
        ))}
      </ul>
    </fieldset>
  )
  return { list, chosen: parts.filter(isChosen), kept: parts.filter(part => !isChosen(part)) }
}

function ExportParts({ person: { id, parts }, close }: Pick<Props, 'person'> & { close: () => void }) {
  const { list, chosen } = useTicks(parts)
  const toast = useToast()
  const { busy, run } = useAction('Non esportati: controlla la connessione e riprova.')
  async function download(format: 'json' | 'html') {
    const streams = chosen.map(({ stream }) => stream)
    const name = await exportParts(id, streams, format)
    if (name !== null) toast({ title: 'Dati scaricati', description: `Li trovi nel file ${name}.` })
    close()
  }
  const none = busy || chosen.length === 0
  return (
    <Dialog title="Esporta una persona" text="Ogni esportazione resta nel registro." close={close}>
      {list()}
      <div className="actions">
        <CommandButton size="3" disabled={none} busy={busy} onClick={() => run(() => download('html'))}>
          Pagina da leggere
        </CommandButton>
        <Button size="3" variant="outline" disabled={none} onClick={() => run(() => download('json'))}>
          File JSON
        </Button>
      </div>
    </Dialog>
  )
}

const keptOf = (left: readonly PersonPart[]) => [
  record,
  'le visite al sito, senza nulla che porti alla persona',
  ...(left.length === 0 ? [] : [`ciò a cui hai tolto il segno: ${amountOf(left)}`]),
]

/** What an erasure of each part takes with it, such as pictures and letters. */
function useHoldings(id: string) {
  const { data } = useRecord(`${pathOf(id)}/holdings`, readAs(personHoldings))
  return (stream: string) => {
    const erases = data?.parts.find(part => part.stream === stream)?.erases ?? {}
    const held = Object.entries(erases).filter(([kind]) => !(kind in partNames))
    return held.map(([kind, amount]) => `${heldName(kind)}: ${count(amount)}`).join(' · ')
  }
}

/** What belongs to the person, each part ticked. The receipt follows. */
function EraseParts({ person, changed, close }: Props & { close: () => void }) {
  const { id, parts } = person
  const { list, chosen, kept } = useTicks(parts)
  const facts = [...new Set(chosen.flatMap(({ kind }) => erasedData[kind]))]
  const heldBy = useHoldings(id)
  const navigate = useNavigate()
  const toast = useToast()
  const hide = useHideErased()

  async function erase(confirmation: string) {
    const streams = chosen.map(({ stream }) => stream)
    try {
      return await eraseParts(id, streams, confirmation)
    } catch (error) {
      if (!hasStatus(error, 404)) throw error
      close()
      toast({ title: 'Qualcosa era già cancellato', description: 'Qui c’è ciò che resta.' })
      await changed()
      return null
    }
  }
  function erased(receipt: string, isShown: boolean) {
    hide([...chosen.map(part => part.id), ...(kept.length === 0 ? [id] : [])])
    toast({ title: 'Cancellazione registrata', description: `Ricevuta ${receipt}` })
    if (isShown) navigate(receiptAddress(receipt))
  }
  return (
    <Dialog title="Cancella una persona" text="È definitivo: nessuno può annullarlo." close={close}>
      {list(heldBy)}
      <ErasureFacts erased={facts} kept={keptOf(kept)} />
      <EraseForm
        confirmations={chosen.flatMap(({ email, name }) => [email, name])}
        erase={erase}
        erased={erased}
        close={close}
      />
    </Dialog>
  )
}
