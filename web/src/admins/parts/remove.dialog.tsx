import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import { CommandButton } from '../../shell/command-button.tsx'
import { Dialog } from '../../shell/dialog.tsx'
import { HttpError, serverMessage } from '../../shell/http.ts'
import { useToast } from '../../shell/toast.ts'
import { useFailureToast } from '../console-data.ts'

type Props = {
  words: { title: string; text: string; done: string; failed: string; keep?: string; confirm?: string }
  remove: () => Promise<unknown>
  removed: () => Promise<unknown>
  close: () => void
  /** For Escape and a press beside it. */
  dismiss?: () => void
}

/** Whether somebody else deleted it first: then it is as it was to be. */
const isGone = (error: unknown) => error instanceof HttpError && error.status === 404

/** Deletes or stops something once that is confirmed. */
export function RemoveDialog({ words, remove, removed, close, dismiss = close }: Props) {
  const toast = useToast()
  const fail = useFailureToast()
  const [busy, setBusy] = useState(false)

  async function confirmed() {
    setBusy(true)
    try {
      await remove().catch(error => {
        if (!isGone(error)) throw error
      })
      await removed()
      toast({ title: words.done })
      close()
    } catch (error) {
      fail(error, serverMessage(error, words.failed))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={words.title} text={words.text} close={dismiss}>
      <div className="dialog-footer">
        <Button size="3" variant="outline" color="gray" onClick={close}>
          {words.keep ?? 'Annulla'}
        </Button>
        <CommandButton size="3" busy={busy} onClick={confirmed}>
          {words.confirm ?? 'Elimina'}
        </CommandButton>
      </div>
    </Dialog>
  )
}
