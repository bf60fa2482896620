import { Button } from '@radix-ui/themes'
import type { Replay } from '@tba/events/replays/views.ts'
import { useState } from 'react'
import { CommandButton } from '../../shell/command-button.tsx'
import { Dialog } from '../../shell/dialog.tsx'
import { serverMessage } from '../../shell/http.ts'
import { useToast } from '../../shell/toast.ts'
import { useFailureToast } from '../console-data.ts'
import { modeOf, nameOf } from './replay-words.ts'
import { cancelReplay } from './replays-data.ts'

type Props = { replay: Replay; changed: () => Promise<unknown> }

const doubleClickMs = 500
/** The second press of a double click falls on what lies outside the dialog that the first one opened. */
const isDoubleClick = (openedAt: number) => performance.now() - openedAt < doubleClickMs

/** Asks once more: what was found so far is thrown away. */
export function CancelButton({ replay, changed }: Props) {
  const toast = useToast()
  const fail = useFailureToast()
  const [askedAt, setAskedAt] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)

  async function cancel() {
    setBusy(true)
    try {
      await cancelReplay(replay.id)
      toast({ title: 'Replica annullata' })
      setAskedAt(null)
    } catch (error) {
      fail(error, serverMessage(error, 'Replica non annullata: riprova.'))
    } finally {
      setBusy(false)
      await changed()
    }
  }
  return (
    <>
      <Button
        variant="outline"
        aria-label={`Annulla: ${nameOf(replay)}`}
        onClick={() => setAskedAt(performance.now())}
      >
        Annulla
      </Button>
      {askedAt !== null && (
        <Dialog
          title="Annulla la replica"
          text={`«${modeOf(replay)}» si ferma, e quello che ha trovato finora va perso. Si può chiedere di nuovo.`}
          close={() => isDoubleClick(askedAt) || setAskedAt(null)}
        >
          <div className="dialog-footer">
            <Button size="3" variant="outline" color="gray" onClick={() => setAskedAt(null)}>
              Continua la replica
            </Button>
            <CommandButton size="3" busy={busy} onClick={cancel}>
              Annulla la replica
            </CommandButton>
          </div>
        </Dialog>
      )}
    </>
  )
}
