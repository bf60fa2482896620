import { DownloadIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import { CommandButton } from '../../shell/command-button.tsx'
import { serverMessage } from '../../shell/http.ts'
import { useToast } from '../../shell/toast.ts'
import { useFailureToast } from '../console-data.ts'
import { EraseDialog } from './erase.dialog.tsx'
import { exportPerson, type Person } from './people-data.ts'
import { wordsFor } from './words.ts'

type Props = { person: Person; confirmedBy: readonly (string | null)[]; erased: () => void }

function ExportButton({ person }: { person: Person }) {
  const toast = useToast()
  const fail = useFailureToast()
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    try {
      const name = await exportPerson(person)
      if (name !== null) toast({ title: 'Dati scaricati', description: `Li trovi nel file ${name}.` })
    } catch (error) {
      fail(error, serverMessage(error, 'Impossibile esportare i dati'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <CommandButton variant="outline" busy={busy} onClick={download}>
      <DownloadIcon aria-hidden />
      Esporta dati
    </CommandButton>
  )
}

/** What can be done with one person: both are recorded. */
export function PersonActions({ person, confirmedBy, erased }: Props) {
  const [isErasing, setErasing] = useState(false)
  return (
    <div className="person-actions">
      <ExportButton person={person} />
      <Button variant="outline" className="danger" onClick={() => setErasing(true)}>
        {wordsFor[person.kind].erase}
      </Button>
      {isErasing && (
        <EraseDialog
          person={person}
          confirmedBy={confirmedBy}
          close={() => setErasing(false)}
          erased={erased}
        />
      )}
    </div>
  )
}
