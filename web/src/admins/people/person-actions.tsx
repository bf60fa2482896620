import { DownloadIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import { CommandButton } from '../../shell/command-button.tsx'
import { useToast } from '../../shell/toast.ts'
import { useAction } from '../console-data.ts'
import { EraseDialog } from './erase.dialog.tsx'
import { exportPerson, type Person } from './people-data.ts'
import { wordsFor } from './words.ts'

type Props = { person: Person; confirmedBy: readonly (string | null)[]; erased: () => void }

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
