import type { SavedFunnel } from '@tba/events/funnels/views.ts'
import { RemoveDialog } from '../parts/remove.dialog.tsx'
import { deleteFunnel } from './saved-data.ts'

type Props = {
  funnel: Pick<SavedFunnel, 'id' | 'name'>
  close: () => void
  deleted: () => Promise<unknown>
}

export default function DeleteFunnelDialog({ funnel: { id, name }, close, deleted }: Props) {
  return (
    <RemoveDialog
      words={{
        title: 'Elimina il funnel',
        text: `«${name}» non sarà più elencato per nessun amministratore, e smette di contare. Gli eventi che contava restano.`,
        done: 'Funnel eliminato',
        failed: 'Funnel non eliminato: riprova.',
      }}
      remove={() => deleteFunnel(id)}
      removed={deleted}
      close={close}
    />
  )
}
