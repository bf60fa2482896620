import { Button } from '@radix-ui/themes'
import { euro } from '../shell/format.ts'
import { PanelData } from '../shell/panel-data.tsx'
import { useActiveBots } from './active-bots.ts'

export function BotsPanel({ addBot }: { addBot: () => void }) {
  const bots = useActiveBots()
  return (
    <section className="panel" aria-labelledby="bots-title">
      <h2 id="bots-title">I tuoi bot</h2>
      <PanelData answer={bots} empty="Nessun bot aggiuntivo: puoi affiancarne altri al tuo piano.">
        {list => (
          <table className="price-list">
            <thead>
              <tr>
                <th scope="col">Bot</th>
                <th scope="col">Allocato</th>
                <th scope="col">Profitto</th>
              </tr>
            </thead>
            <tbody>
              {list.map(bot => (
                <tr key={bot.id}>
                  <th scope="row">{bot.strategyName}</th>
                  <td>{euro(bot.allocatedAmount)}</td>
                  <td>{euro(bot.totalProfit)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </PanelData>
      <Button variant="outline" onClick={addBot}>
        Aggiungi Bot
      </Button>
    </section>
  )
}
