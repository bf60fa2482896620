import type { Json } from '@tba/events/json.ts'
import type { PersonDetail, PersonPart } from '@tba/events/people/views.ts'
import { Link } from 'react-router-dom'
import { shownEmail } from '../../../components/email.ts'
import { Facts } from '../../../components/facts.tsx'
import { CommandButton } from '../../../forms/command-button.tsx'
import { useAction } from '../../api/reads.ts'
import { usePermission } from '../../api/token.ts'
import { DataValue } from '../../history/event/event-data.tsx'
import { MomentOf } from '../../parts/time/times.tsx'
import { customerAddress, PhoneLink, requestAddress, streamAddress } from '../../parts/words/links.tsx'
import { streamKind } from '../../streams/stream-head.tsx'
import { separatePart } from './person-data.ts'
import { partNames } from './words.ts'
import { Written } from './written.tsx'

/** Its own page: the sheet of a customer, or the drawer of a request. */
const addressOf = ({ kind, id }: PersonPart) =>
  kind === 'account' ? customerAddress(id) : requestAddress(id)

type Props = {
  person: PersonDetail
  /** Of today: what was joined can be parted. */
  isToday: boolean
  changed: () => Promise<unknown>
}

/** Those of earlier requests are read on a press. */
const maxOpen = 5

export function PartList({ person: { id, parts }, isToday, changed }: Props) {
  const mayPart = usePermission('handle-persons') && isToday
  const { busy, run } = useAction('Non separata: riprova.', changed)
  return (
    <ul className="person-parts">
      {parts.map((part, at) => (
        <li key={part.stream}>
          <header>
            <h3>
              <Link to={addressOf(part)}>{partNames[part.kind]}</Link>
            </h3>
            <Rule part={part} />
            {mayPart && part.rule === 'joined' && (
              <CommandButton
                variant="outline"
                size="1"
                busy={busy}
                title="Con tutto ciò che è sotto lo stesso indirizzo"
                onClick={() =>
                  run(() => separatePart(id, part.stream), 'Separata: è di nuovo una persona a sé')
                }
              >
                Separa
              </CommandButton>
            )}
          </header>
          <Facts className="facts" facts={factsOf(part, isToday ? '' : ', oggi')} />
          {isToday && part.kind !== 'account' && (
            <Written id={part.id} isLatest={parts.length - at <= maxOpen} />
          )}
          {part.states.map(state => (
            <State key={state.stream} {...state} isOpen={part.kind === 'account'} />
          ))}
        </li>
      ))}
    </ul>
  )
}

/** By which rule the part belongs to the person. */
function Rule({ part: { joined } }: { part: PersonPart }) {
  if (!joined) return <span className="badge">stesso indirizzo</span>
  const { at, admin } = joined
  const by = admin ? (shownEmail(admin.email) ?? 'un account tolto') : 'un amministratore'
  return (
    <span className="person-rule">
      <span className="badge">{`unito da ${by}`}</span> <MomentOf at={at} />
    </span>
  )
}

/** @param mark what is sealed is known as of today alone */
const factsOf = ({ name, email, phone, dial, userId, lastAt }: PersonPart, mark: '' | ', oggi') =>
  [
    [`Nome${mark}`, name],
    [`Email${mark}`, shownEmail(email)],
    [`Telefono${mark}`, phone && <PhoneLink key="phone" typed={phone} dial={dial} />],
    ...(userId === null ? [] : [['Numero', userId] as const]),
    ['Ultima attività', <MomentOf key="at" at={lastAt} />],
  ] as const

/** Sealed fields are null in a state: the facts above show those of today. */
const withoutNulls = (state: Json): Json =>
  JSON.parse(JSON.stringify(state), (_name, inner) => inner ?? undefined)

const noneSealed: ReadonlySet<string> = new Set()

const State = ({ stream, revision, state, isOpen }: PersonPart['states'][number] & { isOpen: boolean }) => (
  <details className="person-state" open={isOpen}>
    <summary>
      <span>{streamKind(stream)}</span> <span className="quiet">{`alla revisione ${revision}`}</span>
    </summary>
    <DataValue value={withoutNulls(state)} path="" sealed={noneSealed} />
    <p>
      <Link to={`${streamAddress(stream)}?asOf=${revision}`}>Cronologia del flusso</Link>
    </p>
  </details>
)
