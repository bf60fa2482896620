import { useParams } from 'react-router-dom'
import { lazyPart } from '../../components/on-demand.ts'
import { usePageTitle } from '../../shell/page.tsx'
import { DetailPage } from '../parts/page/detail-page.tsx'
import { latest, usePersonHistory } from './person/person-data.ts'
import './people.css'
import './person/person.css'
import '../streams/streams.css'

// Its slider, history and dialogs are no part of the first load.
const PersonSheet = lazyPart(() => import('./person/person-sheet.tsx'))

export default function PersonPage() {
  const { id = '' } = useParams()
  return <OnePerson key={id} id={id} />
}

function OnePerson({ id }: { id: string }) {
  const history = usePersonHistory(id)
  const { data } = history
  usePageTitle((data && latest(data.parts, 'name')) || 'Persona')
  return (
    <DetailPage
      className="person"
      back={{ to: '/admin/people', name: 'Persone' }}
      title="Persona"
      answer={{ ...history, data }}
      notFound={{
        title: 'Nessuno qui',
        text: 'A questo indirizzo non c’è nessuno: forse è stato cancellato. La ricevuta si trova per numero, nella pagina Persone.',
      }}
    >
      {person => <PersonSheet id={id} person={person} history={history} />}
    </DetailPage>
  )
}
