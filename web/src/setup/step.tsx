import { CheckIcon, CopyIcon, ExternalLinkIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import type { Progress } from '@tba/events/setup/views.ts'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Facts } from '../components/facts.tsx'
import { brand } from '../content/brand.ts'
import { CommandButton } from '../forms/command-button.tsx'
import { useCopy } from '../toasts/toast.ts'
import { useDialogButton } from './dialogs/dialogs.tsx'
import { type useAuthentication, useCompleteStep } from './next-step.ts'

type Props = {
  number: string
  title: string
  done: boolean
  /** Why the step cannot be taken yet. */
  blocked?: { id: string; reason: string } | undefined
  children: ReactNode
}

/** One row of the checklist. */
const Step = ({ number, title, done, blocked, children }: Props) => (
  <li className="step" data-done={done} data-blocked={Boolean(blocked)}>
    <span className="step-number" aria-hidden>
      {number}
    </span>
    <div className="step-body">
      <header>
        <h3>
          <span className="visually-hidden">{`Passo ${number}: `}</span>
          <span>{title}</span>
        </h3>
        <span className="step-state">
          {done && <CheckIcon aria-hidden />}
          <span>{done ? 'Completato' : 'Da completare'}</span>
        </span>
      </header>
      {blocked && (
        <p className="step-blocked" id={blocked.id}>
          {blocked.reason}
        </p>
      )}
      {children}
    </div>
  </li>
)

const MarkButton = (props: ComponentProps<typeof CommandButton>) => (
  <CommandButton size="3" {...props}>
    Segna come Completato
  </CommandButton>
)

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
        {!done && <MarkButton variant="outline" busy={isMutating} onClick={mark} />}
      </div>
    </Step>
  )
}

const needed = [
  ['Piattaforma', 'MT4 o MT5'],
  ['Server', 'il server live del tuo conto'],
  ['Numero account', 'il numero di accesso al conto'],
  ['Password', "la password dell'account"],
] as const

export type Mt4StepProps = { done: boolean; authentication: ReturnType<typeof useAuthentication> }

export function Mt4Step({ done, authentication }: Mt4StepProps) {
  const openCredentials = useDialogButton('credentials')
  const { retry, isMutating } = authentication
  return (
    <Step number="2a" title="Autenticazione MT4/MT5" done={done}>
      <p>Collega il tuo conto di trading. Tieni a portata di mano queste informazioni:</p>
      <Facts className="needed" facts={needed} />
      <div className="actions">
        <Button size="3" variant={done ? 'outline' : 'solid'} {...openCredentials} data-main="2a">
          {done ? 'Aggiorna credenziali MT4/MT5' : 'Autentica MT4/MT5'}
        </Button>
        {!done && retry && <MarkButton variant="outline" busy={isMutating} onClick={retry} />}
      </div>
    </Step>
  )
}

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
          <MarkButton
            busy={isMutating}
            disabled={!open}
            aria-describedby={open ? undefined : reasonId}
            onClick={mark}
            data-main="2b"
          />
        </div>
      )}
    </Step>
  )
}

const screenshots = [
  { name: 'Dashboard principale del broker', file: 'dashboard-broker.png' },
  { name: 'Sezione copy trading', file: 'sezione-copy-trading.png' },
  { name: 'Conferma del collegamento del bot', file: 'conferma-collegamento-bot.png' },
  { name: 'Impostazioni di rischio del bot', file: 'impostazioni-rischio-bot.png' },
  { name: 'Conferma finale', file: 'conferma-finale.png' },
]

/** The button uploads nothing: it marks the step done with five placeholder names. */
export function SecurityStep({ done }: { done: boolean }) {
  const { complete, isMutating } = useCompleteStep('3')
  const verify = () =>
    complete({ step3_security_verified: true, step3_screenshots: screenshots.map(({ file }) => file) })
  return (
    <Step number="3" title="Verifica di sicurezza" done={done}>
      <p>Per la verifica servono cinque schermate:</p>
      <ol className="instructions">
        {screenshots.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
      {!done && (
        <>
          <p className="drop-zone">Formati supportati: PNG, JPG (max 5MB per file)</p>
          <div className="actions">
            <CommandButton size="3" busy={isMutating} onClick={verify} data-main="3">
              Completa Verifica (Demo)
            </CommandButton>
          </div>
        </>
      )}
    </Step>
  )
}
