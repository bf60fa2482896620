import { saveFunnel as body } from '@tba/events/funnels/definition.ts'
import type { SavedFunnel } from '@tba/events/funnels/views.ts'
import { NameDialog, RemoveDialog } from '../parts/page/dialogs.tsx'
import { deleteFunnel, type NamedFunnel, renameFunnel, saveFunnel } from './funnels-data.ts'

export type DialogRequest =
  | { action: 'save'; funnel: NamedFunnel }
  | { action: 'rename' | 'delete'; funnel: NamedFunnel & Pick<SavedFunnel, 'id'> }

type Props = {
  request: DialogRequest
  all: readonly Pick<SavedFunnel, 'id' | 'name'>[]
  close: () => void
  saved: (id: string) => Promise<unknown>
  deleted: (id: string) => Promise<unknown>
}

export default function FunnelDialog({ request, all, close, saved, deleted }: Props) {
  const { name, definition } = request.funnel
  if (request.action === 'delete') {
    const { id } = request.funnel
    return (
      <RemoveDialog
        words={{
          title: 'Elimina il funnel',
          text: `«${name}» non sarà più elencato per nessuno, e smette di contare. Gli eventi che contava restano.`,
          done: 'Funnel eliminato',
          failed: 'Funnel non eliminato: riprova.',
        }}
        remove={() => deleteFunnel(id)}
        removed={() => deleted(id)}
        close={close}
      />
    )
  }
  const renamedId = request.action === 'rename' ? request.funnel.id : null
  return (
    <NameDialog
      words={{
        title: renamedId ? 'Rinomina il funnel' : 'Salva il funnel',
        text: `Lo vede chiunque usi la console${renamedId ? '' : ', e da allora continua a contare'}. Non scrivere nel nome dati di persone: resta nel registro.`,
        taken: 'Un altro funnel si chiama già così',
        replaces: 'Esiste già un funnel con questo nome: sarà sostituito per tutti.',
        done: renamedId ? 'Funnel rinominato' : 'Funnel salvato',
        failed: 'Funnel non salvato: riprova.',
      }}
      name={name}
      renamedId={renamedId}
      all={all}
      close={close}
      rule={body.shape.name}
      save={async (id, name) =>
        saved(renamedId ? await renameFunnel(renamedId, name) : await saveFunnel(id, { name, definition }))
      }
    />
  )
}
