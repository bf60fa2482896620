import { Button } from '@radix-ui/themes'
import { CommandButton } from '../shell/command-button.tsx'
import { Facts } from '../shell/facts.tsx'
import type { useAuthentication } from './authentication.ts'
import type { Opener } from './dialogs.tsx'
import { Step } from './step.tsx'

const needed = [
  ['Piattaforma', 'MT4 o MT5'],
  ['Server', 'il server live del tuo conto'],
  ['Numero account', 'il numero di accesso al conto'],
  ['Password', "la password dell'account"],
] as const

export type Mt4StepProps = {
  done: boolean
  authenticate: Opener
  authentication: ReturnType<typeof useAuthentication>
}

export function Mt4Step({ done, authenticate, authentication }: Mt4StepProps) {
  const { again, isMutating } = authentication
  return (
    <Step number="2a" title="Autenticazione MT4/MT5" done={done}>
      <p>Collega il tuo conto di trading. Tieni a portata di mano queste informazioni:</p>
      <Facts className="needed" facts={needed} />
      <div className="actions">
        <Button size="3" variant={done ? 'outline' : 'solid'} {...authenticate} data-main="2a">
          {done ? 'Aggiorna credenziali MT4/MT5' : 'Autentica MT4/MT5'}
        </Button>
        {!done && again && (
          <CommandButton size="3" variant="outline" busy={isMutating} onClick={again}>
            Segna come Completato
          </CommandButton>
        )}
      </div>
    </Step>
  )
}
