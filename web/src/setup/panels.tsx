import { ArrowRightIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import type { ActiveBot, Credentials, Progress } from '@tba/events/setup/views.ts'
import { Link } from 'react-router-dom'
import { ActivityPanel } from '../accounts/activity.panel.tsx'
import { type Fact, Facts } from '../components/facts.tsx'
import { euro, longDate, percent } from '../components/format.ts'
import { FirstRows, PanelData } from '../components/panel.tsx'
import { declaredReturns, planOffers } from '../content/plans.ts'
import { Part } from '../shell/page-states.tsx'
import { completedPercent, useActiveBots, useCredentials } from './calls.ts'
import { type DialogName, Dialogs, useDialogButton } from './dialogs/dialogs.tsx'
import { useAuthentication } from './next-step.ts'
import { SetupProgress } from './setup-progress.tsx'

export function Panels({ progress }: { progress: Progress }) {
  const authentication = useAuthentication(progress)
  const complete = completedPercent(progress) === 100
  return (
    <div className="dashboard-columns sheet" data-complete={complete}>
      <div className="dashboard-main">
        {complete && <ControlCentre progress={progress} />}
        <Part>
          <SetupProgress progress={progress} authentication={authentication} />
        </Part>
        {complete && <BotsPanel />}
      </div>
      {complete && (
        <aside className="dashboard-side" aria-label="Conto, piano e attività">
          <CredentialsPanel />
          <PlanPanel progress={progress} />
          <ActivityPanel />
        </aside>
      )}
      {/* The bots come last, so that nothing below moves when they are loaded. */}
      <aside className="dashboard-tools" aria-label="Bot e strumenti">
        <StrategiesHub />
        <Tools />
        {!complete && <BotsPanel />}
      </aside>
      <Part silent>
        <Dialogs budgetEuro={progress.deposit} onSaved={authentication.finish} />
      </Part>
    </div>
  )
}

/** The whole set-up is done: what the bot works with. */
function ControlCentre({ progress }: { progress: Progress }) {
  const figures = [
    ['Bot Attivo', '1'],
    ['Capitale Investito', euro(progress.deposit)],
    ['Operativo', '24/7'],
  ] as const
  return (
    <section className="control-centre" aria-labelledby="control-centre-title">
      <h2 id="control-centre-title">Centro di Controllo Bot</h2>
      <Facts className="figures" facts={figures} />
    </section>
  )
}

function PlanPanel({ progress }: { progress: Progress }) {
  const offer = planOffers.find(({ plan }) => plan === progress.plan)
  const facts: Fact[] = [
    ['Piano', offer?.name],
    ['Deposito', euro(progress.deposit)],
    ['Rendimento mensile', offer?.monthlyReturn],
  ]
  if (progress.completedAt) facts.push(['Configurato il', longDate(new Date(progress.completedAt))])
  return (
    <section className="panel" aria-labelledby="plan-title">
      <h2 id="plan-title">Il tuo piano</h2>
      <Facts className="rows" facts={facts} />
      <p className="quiet small">{declaredReturns}</p>
    </section>
  )
}

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
function CredentialsPanel() {
  const credentials = useCredentials()
  return (
    <section className="panel" aria-labelledby="credentials-title">
      <h2 id="credentials-title">Credenziali MT4/MT5</h2>
      <PanelData answer={credentials} empty="Nessuna credenziale salvata.">
        {list => <Facts className="rows" data-private facts={factsOf(list.at(-1))} />}
      </PanelData>
      <Button variant="outline" {...useDialogButton('credentials')}>
        Aggiorna credenziali
      </Button>
    </section>
  )
}

const StrategiesHub = () => (
  <section className="panel hub" aria-labelledby="hub-title">
    <h2 id="hub-title">Hub Strategie</h2>
    <p>35+ strategie di trading automatico da confrontare per rischio, orizzonte e deposito minimo.</p>
    <Link to="/strategies" className="hub-link">
      Esplora le strategie <ArrowRightIcon aria-hidden />
    </Link>
  </section>
)

type Tool = { dialog: DialogName; name: string; text: string }

const tools: Tool[] = [
  { dialog: 'monitoring', name: 'Monitoring in Tempo Reale', text: 'Operazioni e rendimento del giorno' },
  { dialog: 'bot-settings', name: 'Impostazioni Bot', text: 'Rischio, perdita massima, orari' },
  { dialog: 'credentials', name: 'Autenticazione MT4/MT5', text: 'Collega o aggiorna il conto' },
  { dialog: 'support', name: 'Centro Supporto', text: 'Apri un ticket, orari e contatti' },
]

const Tools = () => (
  <section className="panel" aria-labelledby="tools-title">
    <h2 id="tools-title">Strumenti</h2>
    <ul className="tools">
      {tools.map(tool => (
        <ToolButton key={tool.dialog} {...tool} />
      ))}
    </ul>
  </section>
)

const ToolButton = ({ dialog, name, text }: Tool) => (
  <li>
    <button type="button" {...useDialogButton(dialog)}>
      <span>
        <strong>{name}</strong>
        <small>{text}</small>
      </span>
      <ArrowRightIcon aria-hidden />
    </button>
  </li>
)

const typeName: Record<ActiveBot['botType'], string> = {
  scalping: 'Scalping',
  swing: 'Swing',
  conservative: 'Conservativo',
}
const statusName: Record<ActiveBot['status'], string> = { active: 'Attivo' }

const factsOfBot = (bot: ActiveBot) =>
  [
    ['Tipo', typeName[bot.botType]],
    ['Allocato', euro(bot.allocatedAmount)],
    ['Profitto di oggi', euro(bot.profitToday)],
    ['Profitto totale', euro(bot.totalProfit)],
    ['Operazioni', String(bot.tradesCount)],
    ['Successo', percent(bot.successRate)],
    ['Attivo dal', longDate(new Date(bot.createdAt))],
  ] as const

function Bot({ bot }: { bot: ActiveBot }) {
  return (
    <li className="active-bot">
      <header>
        <h3>{bot.strategyName}</h3>
        <span className="bot-status">{statusName[bot.status]}</span>
      </header>
      <Facts facts={factsOfBot(bot)} />
    </li>
  )
}

/** Beside the bot of the plan, which the control centre counts. */
export function BotsPanel() {
  const bots = useActiveBots()
  return (
    <section className="panel" aria-labelledby="bots-title">
      <h2 id="bots-title">I tuoi bot</h2>
      <PanelData answer={bots} empty="Nessun bot aggiuntivo: puoi affiancarne altri al tuo piano.">
        {list => (
          <FirstRows rows={list} shown={4} more="Mostra tutti">
            {rows => (
              <ul className="active-bots">
                {rows.map(bot => (
                  <Bot key={bot.id} bot={bot} />
                ))}
              </ul>
            )}
          </FirstRows>
        )}
      </PanelData>
      <Button variant="outline" {...useDialogButton('activate-bot')}>
        Aggiungi Bot
      </Button>
    </section>
  )
}
