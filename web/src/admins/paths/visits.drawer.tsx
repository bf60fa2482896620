import { pathVisits } from '@tba/events/paths/views.ts'
import { Link } from 'react-router-dom'
import { Drawer } from '../parts/drawer.tsx'
import { streamAddress, visitAddress } from '../parts/links.tsx'
import { MoreButton } from '../parts/more.button.tsx'
import { usePages } from '../parts/paged.ts'
import { MomentOf } from '../parts/times.tsx'
import { ViewState } from '../parts/view-state.tsx'
import { root } from './paths-address.ts'

type Props = {
  query: string
  way: string
  title: string
  position: string | null
  /** The tree has no such branch: the address is of another one. */
  isGone: boolean
  close: () => void
}

/** The visits that a branch counts. */
export function VisitsDrawer({ isGone, title, close, ...asked }: Props) {
  if (isGone)
    return (
      <Drawer title="Ramo non trovato" close={close}>
        <p className="quiet drawer-note">
          In questo albero non c’è un ramo così: l’indirizzo è di un altro conteggio, oppure è sbagliato.
        </p>
      </Drawer>
    )
  return (
    <Drawer title={title} close={close}>
      <Visits {...asked} />
    </Drawer>
  )
}

function Visits({ query, way, position }: Pick<Props, 'query' | 'way' | 'position'>) {
  const asked = new URLSearchParams(query)
  if (way !== root) asked.set('way', way)
  if (position !== null) asked.set('asOf', position)
  const answer = usePages(`/api/admin/paths/visits?${asked}`, pathVisits)
  const { pages, isFirst, isWhole, isValidating, error, more } = answer
  const visits = pages.flatMap(page => page.visits)
  return (
    <>
      <p className="quiet small drawer-note">Le visite di questo ramo, dalla prima: tante quante ne conta.</p>
      {isFirst || (error && visits.length === 0) ? (
        <ViewState answer={answer} />
      ) : visits.length === 0 ? (
        <p className="quiet">Nessuna.</p>
      ) : (
        <ul className="drawer-list" aria-label="Visite">
          {visits.map(({ id, startedAt }) => (
            <li key={id}>
              <Link className="mono" to={visitAddress(id)}>
                {id}
              </Link>
              <MomentOf at={startedAt} />
              <Link to={streamAddress(`visit-${id}`)} aria-label={`Cronologia della visita ${id}`}>
                Cronologia
              </Link>
            </li>
          ))}
        </ul>
      )}
      {visits.length > 0 && (
        <MoreButton label="Mostra altre" isBusy={isValidating} isWhole={isWhole} more={more} />
      )}
    </>
  )
}
