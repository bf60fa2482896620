import type { ProjectionStatus } from '@tba/events/projections/views.ts'
import { Link } from 'react-router-dom'
import { duration } from '../parts/time/durations.ts'
import { projectionName } from '../parts/words/labels.ts'
import { useProjections } from './projections-data.ts'

/** Shorter delays come and go with each event. */
const minShownLagMs = 1_000

function stoppedText(names: readonly string[]): string {
  const [first, ...others] = names
  if (others.length === 0) return `Proiezione ferma: ${first}`
  return `Proiezioni ferme: ${first} e ${others.length === 1 ? others[0] : `altre ${others.length}`}`
}

const parkedText = (count: number) => (count === 1 ? 'Un flusso in attesa' : `${count} flussi in attesa`)

/** A version that was never live has no readers. */
const lagOf = (projections: readonly ProjectionStatus[]) =>
  Math.max(0, ...projections.filter(({ version }) => version !== null).map(({ lagMs }) => lagMs))

/** The delay of the read side, in the header of every page. */
export function ReadSideNote() {
  const { data, error } = useProjections()
  const { projections = [], watched = [] } = data ?? {}
  const stopped = projections.filter(({ state }) => state === 'still').map(({ name }) => projectionName(name))
  const parked = projections.reduce((all, projection) => all + projection.parked.length, 0)
  /** The jobs look at the product too. */
  const isIdle = watched.some(({ state, since }) => state === 'unknown' && since !== null)
  const lagMs = lagOf(projections)
  const isLate = lagMs >= minShownLagMs
  return (
    <p
      role="status"
      data-delayed={
        error !== undefined || data?.lost != null || stopped.length + parked > 0 || isIdle || isLate
      }
    >
      {error ? (
        'Non si sa se i dati sono aggiornati'
      ) : data?.lost ? (
        <Link to="/admin/projections">Il registro ha perso eventi</Link>
      ) : stopped.length > 0 ? (
        <Link to="/admin/projections" title={stopped.join(', ')}>
          {stoppedText(stopped)}
        </Link>
      ) : isIdle ? (
        <Link to="/admin/alarms">Lettere e lavori fermi</Link>
      ) : isLate ? (
        <>
          <span>Dati in ritardo</span>
          {/* A screen reader would read each second. */}
          <span aria-live="off">{` di ${duration(lagMs / 1_000)}`}</span>
        </>
      ) : parked > 0 ? (
        <Link to="/admin/projections">{parkedText(parked)}</Link>
      ) : (
        <Link to="/admin/projections">Dati aggiornati</Link>
      )}
    </p>
  )
}
