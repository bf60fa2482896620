import { Button } from '@radix-ui/themes'
import { serverMessage } from './http.ts'
import { Notice } from './notice.tsx'

export function LoadFailure({ error, retry }: { error: unknown; retry: () => unknown }) {
  return (
    <Notice title="Dati non disponibili">
      <p>Non riusciamo a caricare questa pagina. {serverMessage(error, 'Controlla la connessione.')}</p>
      <Button size="3" onClick={() => retry()}>
        Riprova
      </Button>
    </Notice>
  )
}
