import { Button } from '@radix-ui/themes'
import { Link } from 'react-router-dom'
import { CommandButton } from '../../shell/command-button.tsx'
import { useToast } from '../../shell/toast.ts'
import { useAction } from '../console-data.ts'
import { MomentOf } from '../parts/times.tsx'
import type { AskedFunnel } from './asked-funnel.ts'
import type { FunnelAddress } from './draft-address.ts'
import { saveFunnel } from './funnels-data.ts'
import { SavedBy } from './saved-list.tsx'

type Props = {
  asked: AskedFunnel
  address: FunnelAddress
  /** Asks for a name. */
  save: () => void
  changed: () => Promise<unknown>
}

/** Which funnel this is, whether it is as it was saved, and what can be done about that. */
export function FunnelTitle({
  asked: { saved, definition, isAsSaved, isGone },
  address,
  save,
  changed,
}: Props) {
  const toast = useToast()
  const { busy, run } = useAction('Funnel non salvato: riprova.')

  async function saveOver() {
    if (!saved || !definition) return
    await run(async () => {
      // Read again also where it was refused: somebody may have deleted it.
      await saveFunnel(saved.id, { name: saved.name, definition }).finally(changed)
      address.show(saved.id)
      toast({ title: 'Funnel salvato' })
    })
  }
  const isChanged = saved !== null && address.draft !== null && !isAsSaved
  return (
    <header className="console-title">
      <h1>{saved ? saved.name : 'Funnel'}</h1>
      {saved && (
        <p className="quiet small">
          Salvato da <SavedBy actor={saved.savedBy} />, <MomentOf at={saved.savedAt} />
          {isChanged && <strong> · con modifiche non salvate</strong>}
        </p>
      )}
      <span className="funnel-actions">
        {isChanged && (
          <>
            <Button variant="outline" color="gray" onClick={() => address.show(saved.id)}>
              Annulla le modifiche
            </Button>
            <CommandButton variant="outline" busy={busy} disabled={!definition} onClick={saveOver}>
              Salva le modifiche
            </CommandButton>
          </>
        )}
        {definition && (!isAsSaved || isGone) && (
          <Button variant="outline" onClick={save}>
            {saved && !isGone ? 'Salva come…' : 'Salva…'}
          </Button>
        )}
        {definition && (
          <Button variant="outline" asChild>
            <Link
              to={`/admin/replays?${new URLSearchParams({ mode: 'funnel', definition: JSON.stringify(definition), ...(saved && { confronto: saved.id }) })}`}
            >
              Rigioca questo
            </Link>
          </Button>
        )}
        {(saved || address.draft) && (
          <Button variant="outline" color="gray" onClick={() => address.show('')}>
            Nuovo
          </Button>
        )}
      </span>
    </header>
  )
}
