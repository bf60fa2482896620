import type { Progress } from '@tba/events/setup/views.ts'
import { Facts } from '../shell/facts.tsx'
import { euro } from '../shell/format.ts'

/** The whole set-up is done: what the bot works with. */
export function ControlCentre({ progress }: { progress: Progress }) {
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
