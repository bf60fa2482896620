import { ExternalLinkIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import type { Progress } from '@tba/events/setup/views.ts'
import { brand } from '../content/brand.ts'
import { useUpdateProgress } from './progress.ts'
import { Step } from './step.tsx'

export function BrokerAccountStep({ progress }: { progress: Progress }) {
  const { update, isMutating } = useUpdateProgress()
  const done = progress.step1_broker_account
  const complete = () => update({ step1_broker_account: true, step1_broker_link: brand.affiliateUrl })
  return (
    <Step number="1" title="Apri il conto presso il broker" done={done}>
      <p>
        Apri un conto reale con {brand.broker}, il nostro broker partner, dalla pagina di registrazione
        dedicata. Si apre in una nuova scheda.
      </p>
      <div className="actions">
        <Button size="3" variant={done ? 'outline' : 'solid'} asChild>
          <a href={brand.affiliateUrl} target="_blank" rel="noopener noreferrer">
            Apri Conto Broker <ExternalLinkIcon aria-hidden />
          </a>
        </Button>
        {!done && (
          <Button size="3" variant="outline" disabled={isMutating} onClick={complete}>
            Segna come Completato
          </Button>
        )}
      </div>
    </Step>
  )
}
