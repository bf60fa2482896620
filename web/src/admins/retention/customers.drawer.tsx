import { retentionCustomers } from '@tba/events/retention/views.ts'
import { UnitList } from '../parts/counting.tsx'
import { Drawer } from '../parts/drawer.tsx'
import { usePages } from '../parts/paged.ts'
import { weekName, weeksAfter } from './heat.table.tsx'
import type { RetentionAddress } from './retention-address.ts'

type Props = { address: RetentionAddress; position: string | null }

const words = { label: 'Clienti', none: 'Nessuno.', more: 'Mostra altri', stream: 'Cronologia di' }

/** The customers that a cell counts, each with the way to their page. */
export function CustomersDrawer({ address: { query, cell, close }, position }: Props) {
  const [monday = '', week] = cell.split('.')
  const asked = new URLSearchParams(query)
  asked.set('monday', monday)
  if (week !== undefined) asked.set('week', week)
  if (position !== null) asked.set('asOf', position)
  const answer = usePages(`/api/admin/retention/customers?${asked}`, retentionCustomers)
  const units = answer.pages.flatMap(({ customers }) =>
    customers.map(({ id, enteredAt }) => ({ id, at: enteredAt })),
  )
  return (
    <Drawer title={`Clienti: ${weekName(monday)}`} close={close}>
      <p className="quiet small drawer-note">
        {week === undefined
          ? 'Tutti quelli della settimana.'
          : `Che lo hanno fatto ${weeksAfter(Number(week))}.`}
      </p>
      <UnitList {...{ answer, units, words }} addressOf={id => `/admin/customers/${id}`} stream="account" />
    </Drawer>
  )
}
