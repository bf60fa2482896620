import { Button } from '@radix-ui/themes'
import type { SavedView } from '@tba/events/views/views.ts'
import { useState } from 'react'
import { CommandButton } from '../../shell/command-button.tsx'
import { Dialog } from '../../shell/dialog.tsx'
import { HttpError, serverMessage } from '../../shell/http.ts'
import { useToast } from '../../shell/toast.ts'
import { useFailureToast } from '../console-data.ts'
import { deleteView } from './saved-views-data.ts'

type Props = { view: SavedView; close: () => void; changed: () => Promise<unknown> }

/** Whether somebody else deleted it first: then it is as it was to be. */
const isGone = (error: unknown) => error instanceof HttpError && error.status === 404

export function DeleteViewDialog({ view, close, changed }: Props) {
  const toast = useToast()
  const fail = useFailureToast()
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      await deleteView(view.id).catch(error => {
        if (!isGone(error)) throw error
      })
      await changed()
      toast({ title: 'Vista eliminata' })
      close()
    } catch (error) {
      fail(error, serverMessage(error, 'Vista non eliminata: riprova.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      title="Elimina la vista"
      text={`«${view.name}» non sarà più elencata per nessun amministratore. Gli eventi che mostra restano.`}
      close={close}
    >
      <div className="dialog-footer">
        <Button size="3" variant="outline" color="gray" onClick={close}>
          Annulla
        </Button>
        <CommandButton size="3" busy={busy} onClick={remove}>
          Elimina
        </CommandButton>
      </div>
    </Dialog>
  )
}
