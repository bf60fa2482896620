import { auditPage } from '@tba/events/audit/views.ts'
import useSWR from 'swr'
import { consoleCall } from '../../api/calls.ts'
import { administratorIn, useToken } from '../../api/token.ts'

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

/** The address behind an actor; null where it is no account of the console, or not for who is signed in. */
export function useEmailOf(isWanted = true): (actor: string) => string | null {
  const { data } = useSWR(isWanted ? path : null, async () => accounts.parse(await consoleCall('GET', path)))
  return actor => data?.admins.find(({ id }) => actor === `admin:${id}`)?.email ?? null
}

type ActorProps = { actor: string; isWhole?: boolean; isNamed?: boolean }

/** Who did it: the address of an account of the console, else the kind, and the id or its beginning. */
export function Actor({ actor, isWhole = false, isNamed = true }: ActorProps) {
  const { kind, id } = actorName(actor)
  const email = useEmailOf(actor.startsWith('admin:'))(actor)
  if (email) return <span title={actor}>{email}</span>
  return (
    <span title={actor}>
      {isNamed && `${kind} `}
      {id && <span className="mono">{isWhole ? id : id.slice(0, 8)}</span>}
    </span>
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
      <Actor actor={actor} isNamed={false} />
    </>
  )
}
