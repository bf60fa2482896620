import { CheckIcon, StopIcon, UpdateIcon } from '@radix-ui/react-icons'
import type { KeeperStatus } from '@tba/events/projections/views.ts'
import { Link } from 'react-router-dom'
import { count } from '../numbers.ts'
import { lag } from './projection-table.tsx'

const states: Record<KeeperStatus['state'], { word: string; Sign: typeof CheckIcon }> = {
  live: { word: 'Seguono il registro', Sign: CheckIcon },
  building: { word: 'In costruzione', Sign: UpdateIcon },
  still: { word: 'Fermi', Sign: StopIcon },
}

const told = (funnels: number, one: string, several: string) =>
  `${count(funnels)} ${funnels === 1 ? one : several}`

/** Whatever counts them on is no projection, and is seen beside those. */
export function SavedFunnelsStatus({
  keeper: { state, position, lagMs, funnels },
}: {
  keeper: KeeperStatus
}) {
  const { word, Sign } = states[state]
  const parts = [
    told(funnels.live, 'aggiornato da solo', 'aggiornati da soli'),
    funnels.building > 0 && `${count(funnels.building)} da contare da capo`,
    funnels.givenUp > 0 &&
      told(
        funnels.givenUp,
        'contato a ogni lettura, perché troppo grande',
        'contati a ogni lettura, perché troppo grandi',
      ),
    position !== null && `ritardo ${lag(lagMs)}`,
  ].filter(part => part !== false)
  return (
    <section className="saved-funnels-status" aria-labelledby="saved-funnels-status">
      <h2 id="saved-funnels-status">Funnel salvati</h2>
      <p>
        <span className="projection-word" data-state={state}>
          <Sign aria-hidden /> {word}
        </span>
        : {parts.join(', ')}.{' '}
        {state === 'still' && 'I loro numeri restano giusti, ma si contano da capo a ogni lettura. '}
        <Link to="/admin/funnels">Apri i funnel</Link>
      </p>
    </section>
  )
}
