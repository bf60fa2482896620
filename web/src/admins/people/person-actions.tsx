import { DownloadIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import { confirms } from '@tba/events/people/commands.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { hasStatus } from '../../api/http.ts'
import { Dialog } from '../../components/dialog.tsx'
import { CommandButton } from '../../forms/command-button.tsx'
import { InputField } from '../../forms/field.tsx'
import { useToast } from '../../toasts/toast.ts'
import { useAction } from '../api/reads.ts'
import { usePermission } from '../api/token.ts'
import { RemoveDialog } from '../parts/page/dialogs.tsx'
import { exportPerson, type Person, useEndSessions, useErasePerson } from './people-data.ts'
import { wordsFor } from './words.ts'
import '../../shell/look/controls.css'

type Props = {
  person: Person
  /** The texts that confirm an erasure. */
  confirmations: readonly (string | null)[]
  erased: () => void
}

function ExportButton({ person }: { person: Person }) {
  const toast = useToast()
  const { busy, run } = useAction('Impossibile esportare i dati')
  async function download() {
    const name = await exportPerson(person)
    if (name !== null) toast({ title: 'Dati scaricati', description: `Li trovi nel file ${name}.` })
  }
  return (
    <CommandButton variant="outline" busy={busy} onClick={() => run(download)}>
      <DownloadIcon aria-hidden />
      Esporta dati
    </CommandButton>
  )
}

function EndSessionsButton({ person }: { person: Person }) {
  const [isAsking, setAsking] = useState(false)
  const end = useEndSessions(person)
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        Chiudi le sessioni
      </Button>
      {isAsking && (
        <RemoveDialog
          words={{
            title: 'Chiudi le sessioni',
            text: 'Il cliente esce da tutti i suoi dispositivi, e deve accedere di nuovo.',
            done: 'Sessioni chiuse',
            failed: 'Sessioni non chiuse: riprova.',
            confirm: 'Chiudi le sessioni',
          }}
          remove={end}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}

export function PersonActions({ person, confirmations, erased }: Props) {
  const [isErasing, setErasing] = useState(false)
  if (!usePermission('handle-persons')) return null
  return (
    <div className="person-actions">
      <ExportButton person={person} />
      {person.kind === 'customer' && <EndSessionsButton person={person} />}
      <Button variant="outline" className="danger" onClick={() => setErasing(true)}>
        {`Cancella ${wordsFor[person.kind].singular}`}
      </Button>
      {isErasing && <EraseDialog {...{ person, confirmations, erased }} close={() => setErasing(false)} />}
    </div>
  )
}

type EraseProps = Props & { close: () => void }

function ErasureFacts({ kind }: { kind: Person['kind'] }) {
  const { erasedData, keptData } = wordsFor[kind]
  return (
    <div className="erase-facts">
      {[['Che cosa viene cancellato', erasedData] as const, ['Che cosa resta', keptData] as const].map(
        ([title, facts]) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {facts.map(fact => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          </section>
        ),
      )}
    </div>
  )
}

/** An erasure is final: it needs the address or the name. */
function EraseDialog({ person, confirmations, close, erased }: EraseProps) {
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState('')
  const toast = useToast()
  const { erase, hideFromLists } = useErasePerson(person)
  const { busy, run } = useAction('Non cancellato: controlla la connessione e riprova.')
  const words = wordsFor[person.kind]
  const isConfirmed = confirms(typed, confirmations)
  const options = confirmations.filter(Boolean).map(value => `«${value}»`)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  async function erasePerson() {
    try {
      await erase(typed.trim())
    } catch (error) {
      // The name or the address has changed since the page was read.
      if (hasStatus(error, 400)) return setRefusal(error.text)
      throw error
    }
    const wasShown = isShown.current
    await hideFromLists()
    toast({ title: words.erased, description: 'I suoi dati personali non si leggono più.' })
    // The user may have left or signed out.
    if (!wasShown) return
    close()
    erased()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isConfirmed && !busy) void run(erasePerson)
  }
  return (
    <Dialog title={`Cancella ${words.singular}`} text="È definitivo: nessuno può annullarlo." close={close}>
      <ErasureFacts kind={person.kind} />
      <form className="form" noValidate autoComplete="off" onSubmit={submit}>
        <p className="erase-asked">{`Per confermare scrivi ${options.join(' o ')}.`}</p>
        <InputField
          label="Conferma"
          autoFocus
          value={typed}
          error={refusal}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={event => {
            setTyped(event.target.value)
            setRefusal('')
          }}
        />
        <div className="actions">
          <CommandButton type="submit" size="3" className="danger" busy={busy} disabled={!isConfirmed}>
            {busy ? 'Cancellazione in corso...' : 'Cancella definitivamente'}
          </CommandButton>
          <Button type="button" size="3" variant="outline" disabled={busy} onClick={close}>
            Annulla
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
