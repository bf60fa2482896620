import { type PersonDetail, type PersonRow, personList } from '@tba/events/people/views.ts'
import { Link } from 'react-router-dom'
import { shownEmail } from '../../../components/email.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { readAs } from '../../api/calls.ts'
import { useAction, useRecord } from '../../api/reads.ts'
import { usePermission } from '../../api/token.ts'
import { SearchField } from '../../parts/filters/controls.tsx'
import { useFilters, useTypedFilter } from '../../parts/filters/filters.ts'
import { ViewState } from '../../parts/page/view-state.tsx'
import { personAddress } from '../../parts/words/links.tsx'
import { restMs } from '../people.list.tsx'
import { joinPerson } from './person-data.ts'

type Props = { person: PersonDetail; changed: () => Promise<unknown> }

/** An equal phone number is a hint: families share phones. Nobody is joined by it. */
export function Others({ person, changed }: Props) {
  const filters = useFilters()
  const [typed, setTyped] = useTypedFilter(filters, 'other', restMs)
  const mayJoin = usePermission('handle-persons')
  const { parts, maybe } = person
  const hinted = new Set(maybe.map(({ id }) => id))
  const dials = [...new Set(parts.flatMap(({ dial }) => (dial?.startsWith('+') ? [dial] : [])))]
  const q = filters.get('other')
  return (
    <>
      {maybe.length === 0 && (
        <p className="quiet">Nessun’altra persona ha lasciato lo stesso numero di telefono.</p>
      )}
      {maybe.length > 0 && !mayJoin && (
        <ul className="person-others">
          {maybe.map(({ id }) => (
            <li key={id}>
              <Link to={personAddress(id)}>Forse la stessa persona</Link>
              <span className="quiet">ha lasciato lo stesso numero</span>
            </li>
          ))}
        </ul>
      )}
      {maybe.length > 0 &&
        mayJoin &&
        dials.map(dial => (
          <Found key={dial} q={dial} isOther={({ id }) => hinted.has(id)} person={person} changed={changed} />
        ))}
      {mayJoin && (
        <details className="note" open={q !== ''}>
          <summary>Unisci con un’altra persona</summary>
          <div className="person-search">
            <SearchField
              label="Cerca per nome, email, telefono o numero"
              value={typed}
              maxLength={200}
              search={setTyped}
            />
            {q !== '' && (
              <Found q={q} isOther={({ id }) => id !== person.id} person={person} changed={changed} />
            )}
          </div>
        </details>
      )}
    </>
  )
}

function Found({ q, isOther, person, changed }: Props & { q: string; isOther: (row: PersonRow) => boolean }) {
  const answer = useRecord(`/api/admin/people?${new URLSearchParams({ q, limit: '50' })}`, readAs(personList))
  const readAgain = () => Promise.all([changed(), answer.mutate()])
  const { busy, run } = useAction('Non unite: riprova.', readAgain)
  const hasAccount = person.parts.some(({ kind }) => kind === 'account')
  if (!answer.data) return <ViewState answer={answer} />
  const rows = answer.data.people.filter(isOther)
  if (rows.length === 0) return <p className="quiet">Nessun’altra persona corrisponde.</p>
  return (
    <ul className="person-others">
      {rows.map(({ id, name, email, phone, accounts }) => (
        <li key={id}>
          <Link to={personAddress(id)}>{name ?? 'Senza nome'}</Link>
          <span className="quiet">{[shownEmail(email), phone].filter(Boolean).join(' · ')}</span>
          {hasAccount && accounts > 0 ? (
            <span className="quiet">Ha un account suo: due account non sono mai la stessa persona.</span>
          ) : (
            <CommandButton
              variant="outline"
              size="1"
              busy={busy}
              aria-label={`Unisci ${name ?? 'questa persona'}`}
              onClick={() =>
                run(() => joinPerson(person.id, id), 'Persone unite: si possono separare di nuovo')
              }
            >
              È la stessa persona: unisci
            </CommandButton>
          )}
        </li>
      ))}
    </ul>
  )
}
