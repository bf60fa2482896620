import { CopyIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import type { Progress } from '@tba/events/setup/views.ts'
import { useId } from 'react'
import { brand } from '../content/brand.ts'
import { CommandButton } from '../shell/command-button.tsx'
import { useCopy } from '../shell/toast.ts'
import { useCompleteStep } from './next-step.ts'
import { Step } from './step.tsx'

const instructions = [
  `Scarica l'app ${brand.brokerApp} dal tuo store.`,
  `Accedi con le credenziali del conto ${brand.broker}.`,
  'Apri la sezione «Copy Trading» e scegli «Collega un bot».',
  'Incolla il codice licenza qui sotto e conferma.',
  'Controlla che il bot compaia tra i collegamenti attivi.',
]

const copying = {
  done: { title: 'Codice copiato!', description: 'Il codice è stato copiato negli appunti.' },
  failed: { title: 'Copia non riuscita', description: 'Seleziona il codice e copialo a mano.' },
}

function LicenceCode({ code }: { code: string }) {
  const copy = useCopy(copying)
  return (
    <div className="licence">
      <span className="licence-label">Codice licenza</span>
      <code data-private>{code}</code>
      <Button variant="outline" size="2" onClick={() => copy(code)}>
        <CopyIcon aria-hidden /> Copia Codice
      </Button>
    </div>
  )
}

/** Dimmed until 2a is done; afterwards with the code, also when 2b is done. */
export function CopyTradingStep({ progress, code }: { progress: Progress; code: string }) {
  const { complete, isMutating } = useCompleteStep('2b')
  const reasonId = useId()
  const open = progress.step2_mt4_authenticated
  const done = progress.step2_axi_connected
  const mark = () => complete({ step2_axi_connected: true, step2_license_key: code })
  return (
    <Step
      number="2b"
      title={`Collegamento ${brand.brokerApp}`}
      done={done}
      blocked={
        open ? undefined : { id: reasonId, reason: "Disponibile dopo l'autenticazione MT4/MT5 (passo 2a)." }
      }
    >
      <ol className="instructions">
        {instructions.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      {open && <LicenceCode code={code} />}
      {!done && (
        <div className="actions">
          <CommandButton
            size="3"
            busy={isMutating}
            disabled={!open}
            aria-describedby={open ? undefined : reasonId}
            onClick={mark}
            data-main="2b"
          >
            Segna come Completato
          </CommandButton>
        </div>
      )}
    </Step>
  )
}
