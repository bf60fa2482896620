import { Button } from '@radix-ui/themes'
import { type BotType, bots, botType } from '@tba/events/setup/plans.ts'
import { declaredReturns } from '../content/plans.ts'
import { riskName } from '../content/risk-level.ts'
import { Dialog } from '../shell/dialog.tsx'
import { euro } from '../shell/format.ts'
import { RiskBand } from '../shell/risk-band.tsx'
import { useToast } from '../shell/toast.ts'
import { botOrder, useActivateBot } from './active-bots.ts'

type Props = { close: () => void; budgetEuro: number }

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
      <dl className="rows">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button
        size="3"
        disabled={!affordable || props.busy}
        aria-label={`${bot.name}: ${affordable ? 'Attiva Bot' : 'Deposito insufficiente'}`}
        onClick={props.activate}
      >
        {affordable ? 'Attiva Bot' : 'Deposito insufficiente'}
      </Button>
    </li>
  )
}

export default function ActivateBotDialog({ close, budgetEuro }: Props) {
  const toast = useToast()
  const { trigger, isMutating } = useActivateBot()
  async function activate(type: BotType) {
    try {
      const bot = await trigger(botOrder(type, budgetEuro))
      toast({ title: 'Bot attivato!', description: `${bot.strategyName} è ora attivo.` })
      close()
    } catch {
      toast({
        title: "Errore nell'attivazione",
        description: 'Si è verificato un errore.',
        destructive: true,
      })
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
