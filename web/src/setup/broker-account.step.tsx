import { ExternalLinkIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import { brand } from '../content/brand.ts'
import { CommandButton } from '../shell/command-button.tsx'
import { useCompleteStep } from './next-step.ts'
import { Step } from './step.tsx'

export function BrokerAccountStep({ done }: { done: boolean }) {
  const { complete, isMutating } = useCompleteStep('1')
  const mark = () => complete({ step1_broker_account: true, step1_broker_link: brand.affiliateUrl })
  return (
    <Step number="1" title="Apri il conto presso il broker" done={done}>
      <p>
        Apri un conto reale con {brand.broker}, il nostro broker partner, dalla pagina di registrazione
        dedicata. Si apre in una nuova scheda.
      </p>
      <div className="actions">
        <Button size="3" variant={done ? 'outline' : 'solid'} asChild>
          <a href={brand.affiliateUrl} target="_blank" rel="noopener noreferrer" data-main="1">
            Apri Conto Broker <ExternalLinkIcon aria-hidden />
          </a>
        </Button>
        {!done && (
          <CommandButton size="3" variant="outline" busy={isMutating} onClick={mark}>
            Segna come Completato
          </CommandButton>
        )}
      </div>
    </Step>
  )
}
