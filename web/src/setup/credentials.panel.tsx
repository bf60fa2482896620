import { Button } from '@radix-ui/themes'
import type { Credentials } from '@tba/events/setup/views.ts'
import { Facts } from '../shell/facts.tsx'
import { PanelData } from '../shell/panel-data.tsx'
import type { Opener } from './dialogs.tsx'
import { useCredentials } from './mt4-credentials.ts'

const factsOf = (last: Credentials | undefined) =>
  [
    ['Piattaforma', last?.platform],
    ['Server', last?.server],
    [
      'Numero account',
      <span key="number" className="mono">
        {last?.loginNumber}
      </span>,
    ],
  ] as const

/** The last stored credential; its password is never shown, as it is never sent. */
export function CredentialsPanel({ authenticate }: { authenticate: Opener }) {
  const credentials = useCredentials()
  return (
    <section className="panel" aria-labelledby="credentials-title">
      <h2 id="credentials-title">Credenziali MT4/MT5</h2>
      <PanelData answer={credentials} empty="Nessuna credenziale salvata.">
        {list => <Facts className="rows" data-private facts={factsOf(list.at(-1))} />}
      </PanelData>
      <Button variant="outline" {...authenticate}>
        Aggiorna credenziali
      </Button>
    </section>
  )
}
