import { pathVisits } from '@tba/events/paths/views.ts'
import { UnitList } from '../parts/counting.tsx'
import { Drawer } from '../parts/drawer.tsx'
import { visitAddress } from '../parts/links.tsx'
import { usePages } from '../parts/paged.ts'
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
export const VisitsDrawer = ({ isGone, title, close, ...asked }: Props) => (
  <Drawer title={isGone ? 'Ramo non trovato' : title} close={close}>
    {isGone ? (
      <p className="quiet drawer-note">
        In questo albero non c’è un ramo così: l’indirizzo è di un altro conteggio, oppure è sbagliato.
      </p>
    ) : (
      <Visits {...asked} />
    )}
  </Drawer>
)

const words = {
  label: 'Visite',
  none: 'Nessuna.',
  more: 'Mostra altre',
  stream: 'Cronologia della visita',
}

function Visits({ query, way, position }: Pick<Props, 'query' | 'way' | 'position'>) {
  const asked = new URLSearchParams(query)
  if (way !== root) asked.set('way', way)
  if (position !== null) asked.set('asOf', position)
  const answer = usePages(`/api/admin/paths/visits?${asked}`, pathVisits)
  const units = answer.pages.flatMap(({ visits }) =>
    visits.map(({ id, startedAt }) => ({ id, at: startedAt })),
  )
  return (
    <>
      <p className="quiet small drawer-note">Le visite di questo ramo, dalla prima: tante quante ne conta.</p>
      <UnitList {...{ answer, units, words }} addressOf={visitAddress} stream="visit" />
    </>
  )
}
