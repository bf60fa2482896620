import { serverMessage } from './http.ts'
import { Notice } from './notice.tsx'
import { RetryButton } from './retry.button.tsx'

export function LoadFailure({ error, retry }: { error: unknown; retry: () => unknown }) {
  return (
    <Notice title="Dati non disponibili">
      <p>Non riusciamo a caricare questa pagina. {serverMessage(error, 'Controlla la connessione.')}</p>
      <RetryButton size="3" retry={retry} />
    </Notice>
  )
}
