import type { SavedView } from '@tba/events/views/views.ts'
import { RemoveDialog } from '../parts/remove.dialog.tsx'
import { deleteView } from './saved-views-data.ts'

type Props = { view: SavedView; close: () => void; changed: () => Promise<unknown> }

export function DeleteViewDialog({ view: { id, name }, close, changed }: Props) {
  return (
    <RemoveDialog
      words={{
        title: 'Elimina la vista',
        text: `«${name}» non sarà più elencata per nessun amministratore. Gli eventi che mostra restano.`,
        done: 'Vista eliminata',
        failed: 'Vista non eliminata: riprova.',
      }}
      remove={() => deleteView(id)}
      removed={changed}
      close={close}
    />
  )
}
