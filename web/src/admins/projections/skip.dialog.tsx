import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import { CommandButton } from '../../shell/command-button.tsx'
import { Dialog } from '../../shell/dialog.tsx'
import { eventName } from '../parts/event-kind.tsx'
import type { Waiting } from './projections-data.ts'

type Props = { waiting: Waiting; skip: () => Promise<boolean>; close: () => void }

/** Asks once more, since nobody can take it back. */
export function SkipDialog({ waiting: { name, stream, type, revision }, skip, close }: Props) {
  const [busy, setBusy] = useState(false)
  async function confirm() {
    setBusy(true)
    if (await skip()) close()
    else setBusy(false)
  }
  return (
    <Dialog
      title="Salta l’evento"
      text={`«${eventName(type)}», il numero ${revision} di ${stream}, resta nel registro, ma ${name} non ne terrà mai conto: nemmeno se viene ricostruita. Quello che dice mancherà dalle sue tabelle. Gli eventi successivi del flusso vengono presi. Non si può annullare.`}
      close={close}
    >
      <div className="dialog-footer">
        <Button size="3" variant="outline" color="gray" onClick={close}>
          Annulla
        </Button>
        <CommandButton size="3" busy={busy} onClick={confirm}>
          Salta per sempre
        </CommandButton>
      </div>
    </Dialog>
  )
}
