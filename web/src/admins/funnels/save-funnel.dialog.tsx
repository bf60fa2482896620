import { saveFunnel as body } from '@tba/events/funnels/definition.ts'
import type { SavedFunnel } from '@tba/events/funnels/views.ts'
import { NameDialog } from '../parts/name.dialog.tsx'
import { type Named, renameFunnel, saveFunnel } from './saved-data.ts'

type Props = {
  funnels: readonly Pick<SavedFunnel, 'id' | 'name'>[]
  /** To begin with. */
  funnel: Named
  /** The one that gets another name; null: it is saved as a new one. */
  renamed: string | null
  close: () => void
  /** With the id that it has now. */
  saved: (id: string) => Promise<unknown>
}

export default function SaveFunnelDialog({ funnels, funnel, renamed, close, saved }: Props) {
  const { name, definition } = funnel
  return (
    <NameDialog
      words={{
        title: renamed ? 'Rinomina il funnel' : 'Salva il funnel',
        text: `Lo vedono tutti gli amministratori${renamed ? '' : ', e da allora continua a contare'}. Non scrivere nel nome dati di persone: resta nella cronologia.`,
        taken: 'Un altro funnel si chiama già così',
        replaces: 'Esiste già un funnel con questo nome: sarà sostituito per tutti.',
        done: renamed ? 'Funnel rinominato' : 'Funnel salvato',
        failed: 'Funnel non salvato: riprova.',
      }}
      {...{ name, renamed, close }}
      rule={body.shape.name}
      all={funnels}
      save={async (id, name) =>
        saved(renamed ? await renameFunnel(renamed, name) : await saveFunnel(id, { name, definition }))
      }
    />
  )
}
