import { auditPage } from '@tba/events/audit/views.ts'
import useSWR from 'swr'
import { consoleCall } from '../console-call.ts'
import { administratorIn, useToken } from '../token.ts'

const kinds = new Map([
  ['visitor', 'Visitatore'],
  ['customer', 'Cliente'],
  ['admin', 'Amministratore'],
  ['system', 'Sistema'],
  ['demo', 'Dati di prova'],
])

/** Who did it: their kind in Italian, and the id behind it. What is unknown is shown as it is. */
export function actorName(actor: string): { kind: string; id: string } {
  const [word = '', ...id] = actor.split(':')
  return { kind: kinds.get(word) ?? word, id: id.join(':') }
}

const accounts = auditPage.pick({ admins: true })
/** The audit may be filtered by everybody who has an account of the console. */
const path = '/api/admin/audit?limit=1'

/** The address behind an account of the console, and any other id: its beginning, or the whole. */
export function ActorId({ actor, isWhole = false }: { actor: string; isWhole?: boolean }) {
  const { id } = actorName(actor)
  const isAdmin = actor === `admin:${id}`
  const { data } = useSWR(isAdmin ? path : null, async () => accounts.parse(await consoleCall('GET', path)))
  const email = isAdmin && data?.admins.find(admin => admin.id === id)?.email
  return email ? (
    <span title={id}>{email}</span>
  ) : (
    <span className="mono">{isWhole ? id : id.slice(0, 8)}</span>
  )
}

type Props = { actor: string; words?: { mine: string; of: string } }

/** Who saved it. */
export function SavedBy({ actor, words = { mine: 'te', of: '' } }: Props) {
  const token = useToken()
  if (token !== null && actor === `admin:${administratorIn(token)}`) return words.mine
  return (
    <>
      {words.of}
      <ActorId actor={actor} />
    </>
  )
}
