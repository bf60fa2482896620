import { Progress as Bar, Button } from '@radix-ui/themes'
import type { Progress } from '@tba/events/setup/views.ts'
import { completedPercent } from './calls.ts'
import { useNextStep } from './next-step.ts'
import { BrokerAccountStep, CopyTradingStep, Mt4Step, type Mt4StepProps, SecurityStep } from './step.tsx'

type Props = { progress: Progress } & Omit<Mt4StepProps, 'done'>

const Checklist = ({ progress, ...mt4 }: Props) => (
  <ol className="checklist">
    <BrokerAccountStep done={progress.step1_broker_account} />
    <Mt4Step done={progress.step2_mt4_authenticated} {...mt4} />
    <CopyTradingStep progress={progress} code={mt4.authentication.code} />
    <SecurityStep done={progress.step3_security_verified} />
  </ol>
)

function ReadyBanner() {
  return (
    <div className="ready-banner">
      <div>
        <h3 tabIndex={-1} data-finish>
          Configurazione completata
        </h3>
        <p>Il tuo bot inizierà a operare entro 24 ore.</p>
      </div>
      {/* The specification gives this button no action. */}
      <Button size="3" variant="outline">
        Vai al Monitoring
      </Button>
    </div>
  )
}

export function SetupProgress(props: Props) {
  const percent = completedPercent(props.progress)
  const section = useNextStep(props.progress)
  return (
    <section className="setup-progress" aria-labelledby="setup-progress-title" ref={section}>
      <header>
        <h2 id="setup-progress-title">Progresso Configurazione</h2>
        <p className="percent">
          <strong>{`${percent}%`}</strong> completato
        </p>
      </header>
      <Bar value={percent} size="2" aria-labelledby="setup-progress-title" />
      {percent < 100 ? <Checklist {...props} /> : <ReadyBanner />}
    </section>
  )
}
