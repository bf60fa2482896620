import { Button } from '@radix-ui/themes'
import type { PersonDetail, PersonPart } from '@tba/events/people/views.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { hasStatus } from '../../../api/http.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { useToast } from '../../../toasts/toast.ts'
import { usePermission } from '../../api/token.ts'
import { Check } from '../../parts/filters/controls.tsx'
import { MomentOf } from '../../parts/time/times.tsx'
import { receiptAddress } from '../../parts/words/links.tsx'
import { record } from '../words.ts'
import { EraseForm, ErasureFacts } from './erase.form.tsx'
import { eraseParts, useHideErased } from './person-data.ts'
import { amountOf, partNames, wordsOfPart } from './words.ts'
import '../../../shell/look/controls.css'

type Props = { person: PersonDetail; changed: () => Promise<unknown> }

export function EraseButton(props: Props) {
  const [isErasing, setErasing] = useState(false)
  if (!usePermission('handle-persons')) return null
  return (
    <div className="person-actions">
      <Button variant="outline" className="danger" onClick={() => setErasing(true)}>
        Cancella…
      </Button>
      {isErasing && <EraseParts {...props} close={() => setErasing(false)} />}
    </div>
  )
}

const keptOf = (left: readonly PersonPart[]) => [
  record,
  'le visite al sito, senza nulla che porti alla persona',
  ...(left.length === 0 ? [] : [`ciò a cui hai tolto il segno: ${amountOf(left)}`]),
]

/** What belongs to the person, each part ticked. The receipt follows. */
function EraseParts({ person, changed, close }: Props & { close: () => void }) {
  const { id, parts } = person
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const navigate = useNavigate()
  const toast = useToast()
  const hide = useHideErased()
  const isChosen = ({ stream }: PersonPart) => !left.has(stream)
  const chosen = parts.filter(isChosen)
  const kept = parts.filter(part => !isChosen(part))
  const tick = (stream: string, isTicked: boolean) =>
    setLeft(before => new Set([...before, stream].filter(each => each !== stream || !isTicked)))

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
              </Check>
            </li>
          ))}
        </ul>
      </fieldset>
      <ErasureFacts
        erased={[...new Set(chosen.flatMap(({ kind }) => wordsOfPart(kind).erasedData))]}
        kept={keptOf(kept)}
      />
      <EraseForm
        confirmations={chosen.flatMap(({ email, name }) => [email, name])}
        {...{ erase, close }}
        erased={(receipt, isShown) => receipt !== null && erased(receipt, isShown)}
      />
    </Dialog>
  )
}
