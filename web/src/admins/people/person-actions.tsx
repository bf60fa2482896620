import { DownloadIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { CommandButton } from '../../forms/command-button.tsx'
import { useToast } from '../../toasts/toast.ts'
import { useAction } from '../api/reads.ts'
import { usePermission } from '../api/token.ts'
import { RemoveDialog } from '../parts/page/dialogs.tsx'
import { exportPerson, type Person, useEndSessions, useErasePerson } from './people-data.ts'
import { EraseForm, ErasureFacts } from './person/erase.form.tsx'
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

/** An erasure is final: it needs the address or the name. */
function EraseDialog({ person, confirmations, close, erased }: EraseProps) {
  const toast = useToast()
  const { erase, hideFromLists } = useErasePerson(person)
  const words = wordsFor[person.kind]
  async function finish(isShown: boolean) {
    await hideFromLists()
    toast({ title: words.erased, description: 'I suoi dati personali non si leggono più.' })
    if (!isShown) return
    close()
    erased()
  }
  return (
    <Dialog title={`Cancella ${words.singular}`} text="È definitivo: nessuno può annullarlo." close={close}>
      <ErasureFacts erased={words.erasedData} kept={words.keptData} />
      <EraseForm {...{ confirmations, erase, close }} erased={(_, isShown) => finish(isShown)} />
    </Dialog>
  )
}
