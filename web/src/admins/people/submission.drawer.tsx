import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Drawer } from '../parts/drawer.tsx'
import { useFilters } from '../parts/filters.ts'
import { Value } from '../parts/ledger.tsx'
import { ViewState } from '../parts/view-state.tsx'
import { type Person, usePerson } from './people-data.ts'
import { PersonActions } from './person-actions.tsx'
import { VisitLinks } from './visit-links.tsx'

type Row = { id: string; name: string | null; email: string | null; visitId: string | null }
type Fact = readonly [name: string, value: ReactNode]

/** Which one is open stands in the address, under this name. */
export function useOpened(name: string) {
  const filters = useFilters()
  return {
    filters,
    opened: filters.of(name),
    open: (id: string) => filters.set(name, id),
    close: () => filters.remove(name),
  }
}

export const OpenButton = ({ name, open }: { name: string | null; open: () => void }) => (
  <button type="button" className="link-button" onClick={open}>
    {name ?? <span className="quiet">cancellato</span>}
  </button>
)

type Props<R extends Row> = {
  person: Person
  schema: z.ZodType<R>
  facts: (row: R) => readonly Fact[]
  close: () => void
}

/** One lead or questionnaire, beside its list. */
export function Opened<R extends Row>({ person, schema, facts, close }: Props<R>) {
  const { data, isGone, ...answer } = usePerson(person, schema)
  const row = isGone ? undefined : data
  return (
    <Drawer title={row?.name ?? 'Dettaglio'} close={close}>
      <div className="person-sheet">
        {row ? (
          <>
            <PersonActions person={person} confirmedBy={[row.email, row.name]} erased={close} />
            <Facts facts={facts(row)} />
            {row.visitId && <VisitLinks id={row.visitId} />}
          </>
        ) : isGone ? (
          <p className="quiet">Non c’è più: forse è stato cancellato.</p>
        ) : (
          <ViewState answer={answer} />
        )}
      </div>
    </Drawer>
  )
}

/** Values by their names; what is absent is a dash. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' || value === null ? <Value>{value}</Value> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
