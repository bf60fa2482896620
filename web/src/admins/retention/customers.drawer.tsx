import { retentionCustomers } from '@tba/events/retention/views.ts'
import { Link } from 'react-router-dom'
import { Drawer } from '../parts/drawer.tsx'
import { streamAddress } from '../parts/links.tsx'
import { MoreButton } from '../parts/more.button.tsx'
import { usePages } from '../parts/paged.ts'
import { MomentOf } from '../parts/times.tsx'
import { ViewState } from '../parts/view-state.tsx'
import type { RetentionAddress } from './retention-address.ts'
import { weekName, weeksAfter } from './week-name.ts'

type Props = { address: RetentionAddress; position: string | null }

/** The customers that a cell counts, each with the way to their page. */
export function CustomersDrawer({ address: { query, cell, close }, position }: Props) {
  const [monday = '', week] = cell.split('.')
  const asked = new URLSearchParams(query)
  asked.set('monday', monday)
  if (week !== undefined) asked.set('week', week)
  if (position !== null) asked.set('asOf', position)
  const answer = usePages(`/api/admin/retention/customers?${asked}`, retentionCustomers)
  const { pages, isFirst, isWhole, isValidating, error, more } = answer
  const found = pages.flatMap(({ customers }) => customers)
  return (
    <Drawer title={`Clienti: ${weekName(monday)}`} close={close}>
      <p className="quiet small drawer-note">
        {week === undefined
          ? 'Tutti quelli della settimana.'
          : `Che lo hanno fatto ${weeksAfter(Number(week))}.`}
      </p>
      {isFirst || (error && found.length === 0) ? (
        <ViewState answer={answer} />
      ) : found.length === 0 ? (
        <p className="quiet">Nessuno.</p>
      ) : (
        <ul className="drawer-list" aria-label="Clienti">
          {found.map(({ id, enteredAt }) => (
            <li key={id}>
              <Link className="mono" to={`/admin/customers/${id}`}>
                {id}
              </Link>
              <MomentOf at={enteredAt} />
              <Link to={streamAddress(`account-${id}`)} aria-label={`Cronologia di ${id}`}>
                Cronologia
              </Link>
            </li>
          ))}
        </ul>
      )}
      {found.length > 0 && (
        <MoreButton label="Mostra altri" isBusy={isValidating} isWhole={isWhole} more={more} />
      )}
    </Drawer>
  )
}
