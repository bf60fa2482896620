import { useNavigate } from 'react-router-dom'
import { RemoveDialog } from '../parts/page/dialogs.tsx'
import { deleteReport } from './reports-data.ts'

export default function RemoveReport({ id, title, close }: { id: string; title: string; close: () => void }) {
  const navigate = useNavigate()
  return (
    <RemoveDialog
      words={{
        title: 'Elimina il report',
        text: `«${title}» sparisce per tutti: i suoi link non aprono più niente, e le sue lettere finiscono.`,
        done: 'Report eliminato',
        failed: 'Report non eliminato: riprova.',
      }}
      remove={() => deleteReport(id)}
      removed={async () => navigate('/admin/reports')}
      close={close}
    />
  )
}
