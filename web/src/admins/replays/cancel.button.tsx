import { Button } from '@radix-ui/themes'
import type { Replay } from '@tba/events/replays/views.ts'
import { useState } from 'react'
import { RemoveDialog } from '../parts/dialogs.tsx'
import { modeOf, nameOf } from './replay-words.ts'
import { cancelReplay } from './replays-data.ts'

type Props = { replay: Replay; changed: () => Promise<unknown> }

const doubleClickMs = 500
/** The second press of a double click falls on what lies outside the dialog that the first one opened. */
const isDoubleClick = (openedAt: number) => performance.now() - openedAt < doubleClickMs

/** Asks once more: what was found so far is thrown away. */
export function CancelButton({ replay, changed }: Props) {
  const [askedAt, setAskedAt] = useState<number | null>(null)
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
        <RemoveDialog
          words={{
            title: 'Annulla la replica',
            text: `«${modeOf(replay)}» si ferma, e quello che ha trovato finora va perso. Si può chiedere di nuovo.`,
            keep: 'Continua la replica',
            confirm: 'Annulla la replica',
            done: 'Replica annullata',
            failed: 'Replica non annullata: riprova.',
          }}
          // Read again also where it was refused: it may have ended meanwhile.
          remove={() => cancelReplay(replay.id).finally(changed)}
          removed={async () => undefined}
          close={() => setAskedAt(null)}
          dismiss={() => isDoubleClick(askedAt) || setAskedAt(null)}
        />
      )}
    </>
  )
}
