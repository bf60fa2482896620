import type { ActivateBot } from '@tba/events/setup/commands.ts'
import { type BotType, bots, botType } from '@tba/events/setup/plans.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Facts, RiskBand } from '../../components/facts.tsx'
import { euro } from '../../components/format.ts'
import { declaredReturns, riskName } from '../../content/plans.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { failure, useToast } from '../../toasts/toast.ts'
import { useActivateBot } from '../calls.ts'

function BotRow(props: { type: BotType; budgetEuro: number; busy: boolean; activate: () => void }) {
  const bot = bots[props.type]
  const affordable = props.budgetEuro >= bot.minimumEuro
  const facts = [
    ['Rischio', riskName[bot.risk]],
    ['Rendimento', bot.returns.replace('.', ',')],
    ['Orizzonte', bot.timeframe],
    ['Deposito minimo', euro(bot.minimumEuro)],
  ] as const
  return (
    <li className="bot-row">
      <h3>{bot.name}</h3>
      <Facts className="rows" facts={facts} />
      <CommandButton
        size="3"
        busy={props.busy}
        disabled={!affordable}
        aria-label={`${bot.name}: ${affordable ? 'Attiva Bot' : 'Deposito insufficiente'}`}
        onClick={props.activate}
      >
        {affordable ? 'Attiva Bot' : 'Deposito insufficiente'}
      </CommandButton>
    </li>
  )
}

export default function ActivateBotDialog({ close, budgetEuro }: { close: () => void; budgetEuro: number }) {
  const toast = useToast()
  const { trigger, isMutating } = useActivateBot()
  async function activate(type: BotType) {
    try {
      const bot = await trigger(botOrder(type, budgetEuro))
      toast({ title: 'Bot attivato!', description: `${bot.strategyName} è ora attivo.` })
      close()
    } catch {
      toast(failure('Si è verificato un errore.', "Errore nell'attivazione"))
    }
  }
  return (
    <Dialog
      wide
      title="Aggiungi Nuovo Bot"
      text={`Scegli un bot dal catalogo; ${declaredReturns}. Il tuo budget è ${euro(budgetEuro)}.`}
      close={close}
    >
      <ul className="bot-rows">
        {botType.options.map(type => (
          <BotRow
            key={type}
            type={type}
            budgetEuro={budgetEuro}
            busy={isMutating}
            activate={() => activate(type)}
          />
        ))}
      </ul>
      <RiskBand />
    </Dialog>
  )
}

/** What a bot gets of the budget: all of it, up to twice the bot's minimum. */
function botOrder(botType: BotType, budgetEuro: number): ActivateBot {
  const bot = bots[botType]
  return { botType, strategyName: bot.name, allocatedAmount: Math.min(budgetEuro, bot.minimumEuro * 2) }
}
