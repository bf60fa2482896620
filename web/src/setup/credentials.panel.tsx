import { Button } from '@radix-ui/themes'
import { PanelData } from '../shell/panel-data.tsx'
import type { Opener } from './dialogs.tsx'
import { useCredentials } from './mt4-credentials.ts'

/** The last stored credential; its password is never shown, as it is never sent. */
export function CredentialsPanel({ authenticate }: { authenticate: Opener }) {
  const credentials = useCredentials()
  return (
    <section className="panel" aria-labelledby="credentials-title">
      <h2 id="credentials-title">Credenziali MT4/MT5</h2>
      <PanelData answer={credentials} empty="Nessuna credenziale salvata.">
        {list => {
          const last = list.at(-1)
          return (
            last && (
              <dl className="rows" data-private>
                <div>
                  <dt>Piattaforma</dt>
                  <dd>{last.platform}</dd>
                </div>
                <div>
                  <dt>Server</dt>
                  <dd>{last.server}</dd>
                </div>
                <div>
                  <dt>Numero account</dt>
                  <dd className="mono">{last.loginNumber}</dd>
                </div>
              </dl>
            )
          )
        }}
      </PanelData>
      <Button variant="outline" {...authenticate}>
        Aggiorna credenziali
      </Button>
    </section>
  )
}
