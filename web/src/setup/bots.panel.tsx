import { Button } from '@radix-ui/themes'
import type { ActiveBot } from '@tba/events/setup/views.ts'
import { Facts } from '../components/facts.tsx'
import { euro, longDate, percent } from '../components/format.ts'
import { FirstRows, PanelData } from '../components/panel.tsx'
import { useActiveBots } from './calls.ts'
import { useOpener } from './dialogs/dialogs.tsx'

const typeName: Record<ActiveBot['botType'], string> = {
  scalping: 'Scalping',
  swing: 'Swing',
  conservative: 'Conservativo',
}
const statusName: Record<ActiveBot['status'], string> = { active: 'Attivo' }

const facts = (bot: ActiveBot) =>
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
      <Facts facts={facts(bot)} />
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
      <Button variant="outline" {...useOpener('activate-bot')}>
        Aggiungi Bot
      </Button>
    </section>
  )
}
