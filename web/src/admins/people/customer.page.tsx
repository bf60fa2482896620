import { type CustomerDetail, customerDetail } from '@tba/events/people/views.ts'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { usePageTitle } from '../../shell/page-title.ts'
import { ViewState } from '../parts/view-state.tsx'
import { CustomerSheet } from './customer.sheet.tsx'
import { usePerson } from './people-data.ts'
import { PersonActions } from './person-actions.tsx'
import { stateNames } from './words.ts'
import './people.css'

const nameOf = ({ profile: { firstName, lastName } }: CustomerDetail) => `${firstName} ${lastName}`.trim()

function Found({ customer }: { customer: CustomerDetail }) {
  const navigate = useNavigate()
  const { id, userId, state, profile } = customer
  return (
    <>
      <header className="person-head">
        <h1>{nameOf(customer) || 'Senza nome'}</h1>
        <span className="badge">{stateNames[state]}</span>
        <span className="quiet">Cliente {userId}</span>
        <PersonActions
          person={{ kind: 'customer', id }}
          confirmedBy={[profile.email, nameOf(customer)]}
          erased={() => navigate('/admin/customers', { replace: true })}
        />
      </header>
      <CustomerSheet customer={customer} />
    </>
  )
}

export default function CustomerPage() {
  const { id = '' } = useParams()
  const { data, isGone, ...answer } = usePerson({ kind: 'customer', id }, customerDetail)
  usePageTitle(data ? nameOf(data) || 'Cliente' : 'Cliente')
  return (
    <main className="console person">
      <p className="way-back">
        <Link to="/admin/customers">← Clienti</Link>
      </p>
      {data && !isGone ? (
        <Found customer={data} />
      ) : isGone ? (
        <>
          <h1>Nessun cliente qui</h1>
          <p className="quiet">A questo indirizzo non c’è nessuno: forse è stato cancellato.</p>
        </>
      ) : (
        <>
          <h1 className="visually-hidden">Cliente</h1>
          <ViewState answer={answer} />
        </>
      )}
    </main>
  )
}
