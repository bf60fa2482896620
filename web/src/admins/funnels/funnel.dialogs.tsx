import { saveFunnel as body } from '@tba/events/funnels/definition.ts'
import type { SavedFunnel } from '@tba/events/funnels/views.ts'
import { NameDialog, RemoveDialog } from '../parts/page/dialogs.tsx'
import { deleteFunnel, type Named, renameFunnel, saveFunnel } from './funnels-data.ts'

export type DialogRequest =
  | { does: 'save'; funnel: Named }
  | { does: 'rename' | 'delete'; funnel: Named & Pick<SavedFunnel, 'id'> }

type Props = {
  request: DialogRequest
  all: readonly Pick<SavedFunnel, 'id' | 'name'>[]
  close: () => void
  saved: (id: string) => Promise<unknown>
  deleted: (id: string) => Promise<unknown>
}

export default function FunnelDialog({ request, all, close, saved, deleted }: Props) {
  const { name, definition } = request.funnel
  if (request.does === 'delete') {
    const { id } = request.funnel
    return (
      <RemoveDialog
        words={{
          title: 'Elimina il funnel',
          text: `«${name}» non sarà più elencato per nessun amministratore, e smette di contare. Gli eventi che contava restano.`,
          done: 'Funnel eliminato',
          failed: 'Funnel non eliminato: riprova.',
        }}
        remove={() => deleteFunnel(id)}
        removed={() => deleted(id)}
        close={close}
      />
    )
  }
  const renamed = request.does === 'rename' ? request.funnel.id : null
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
      {...{ name, renamed, all, close }}
      rule={body.shape.name}
      save={async (id, name) =>
        saved(renamed ? await renameFunnel(renamed, name) : await saveFunnel(id, { name, definition }))
      }
    />
  )
}
