import { auditPage } from '@tba/events/audit/views.ts'
import useSWR from 'swr'
import { shownEmail } from '../../../components/email.ts'
import { readAs } from '../../api/calls.ts'
import { adminIdOf, useToken } from '../../api/token.ts'
import { translator } from './labels.ts'

/** As the server writes it in place of personal texts. */
export const mask = '•••'

const kindWord = translator({
  visitor: 'Visitatore',
  customer: 'Cliente',
  admin: 'Console',
  system: 'Sistema',
  demo: 'Dati di prova',
})

export function actorName(actor: string): { kind: string; id: string } {
  const [word = '', ...id] = actor.split(':')
  return { kind: kindWord(word), id: id.join(':') }
}

const accounts = auditPage.pick({ admins: true })
/** The audit lists all accounts, for its filter. */
const path = '/api/admin/audit?limit=1'

/** The address of an administrator; null: another actor, or hidden from this user. */
export function useEmailOf(isWanted = true): (actor: string) => string | null {
  const { data } = useSWR(isWanted ? path : null, readAs(accounts))
  return actor => shownEmail(data?.admins.find(({ id }) => actor === `admin:${id}`)?.email ?? null)
}

type ActorProps = { actor: string; hasFullId?: boolean; hasKind?: boolean }

/** An administrator's address, else the kind and the id. */
export function Actor({ actor, hasFullId = false, hasKind = true }: ActorProps) {
  const { kind, id } = actorName(actor)
  const email = useEmailOf(actor.startsWith('admin:'))(actor)
  if (email) return <span title={actor}>{email}</span>
  return (
    <span title={actor}>
      <span>{hasKind && `${kind} `}</span>
      {id && <span className="mono">{hasFullId ? id : id.slice(0, 8)}</span>}
    </span>
  )
}

type Props = { actor: string; words?: { mine: string; of: string } }

export function SavedBy({ actor, words = { mine: 'te', of: '' } }: Props) {
  const token = useToken()
  if (token !== null && actor === `admin:${adminIdOf(token)}`) return <span>{words.mine}</span>
  return (
    <>
      <span>{words.of}</span>
      <Actor actor={actor} hasKind={false} />
    </>
  )
}
