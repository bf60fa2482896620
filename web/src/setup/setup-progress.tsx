import { Progress as Bar, Button } from '@radix-ui/themes'
import type { Progress } from '@tba/events/setup/views.ts'
import { BrokerAccountStep } from './broker-account.step.tsx'
import { CopyTradingStep } from './copy-trading.step.tsx'
import { Mt4Step } from './mt4.step.tsx'
import { completedPercent } from './progress.ts'
import { SecurityStep } from './security.step.tsx'

type Props = { progress: Progress; code: string; authenticate: () => void }

function Checklist({ progress, code, authenticate }: Props) {
  return (
    <ol className="checklist">
      <BrokerAccountStep progress={progress} />
      <Mt4Step done={progress.step2_mt4_authenticated} authenticate={authenticate} />
      <CopyTradingStep progress={progress} code={code} />
      <SecurityStep done={progress.step3_security_verified} />
    </ol>
  )
}

function ReadyBanner() {
  return (
    <div className="ready-banner" role="status">
      <div>
        <h3>Configurazione completata</h3>
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
  return (
    <section className="setup-progress" aria-labelledby="setup-progress-title">
      <header>
        <h2 id="setup-progress-title">Progresso Configurazione</h2>
        <p className="percent">
          <strong>{percent}%</strong> completato
        </p>
      </header>
      <Bar value={percent} size="2" aria-labelledby="setup-progress-title" />
      {percent < 100 ? <Checklist {...props} /> : <ReadyBanner />}
    </section>
  )
}
