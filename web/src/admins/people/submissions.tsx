import { Link } from 'react-router-dom'
import type { z } from 'zod'
import { Facts } from '../../components/facts.tsx'
import { useFilters } from '../parts/filters/filters.ts'
import type { Column } from '../parts/lists/data-table.tsx'
import { Drawer } from '../parts/page/drawer.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import { personAddress, VisitLinks } from '../parts/words/links.tsx'
import { PeopleList } from './people.list.tsx'
import { type Person, usePerson } from './people-data.ts'
import { wordsFor } from './words.ts'

type Row = { id: string; name: string | null; email: string | null; visitId: string | null }

type Kind<Page, R extends Row> = {
  kind: 'lead' | 'questionnaire'
  page: z.ZodType<Page>
  row: z.ZodType<R>
  rowsOf: (page: Page) => readonly R[]
  /** All are in the drawer, those with a width in the list too. */
  fields: readonly Column<R>[]
  none: string
}

/** A list, and one row in a drawer. */
export function Submissions<Page extends { next: string | null }, R extends Row>(of: Kind<Page, R>) {
  const filters = useFilters()
  const { singular } = wordsFor[of.kind]
  const opened = filters.get(singular)
  const name: Column<R> = {
    name: 'Nome',
    width: '20%',
    cell: row => (
      <button type="button" className="link-button" onClick={() => filters.set(singular, row.id)}>
        {row.name ?? <span className="quiet">cancellato</span>}
      </button>
    ),
  }
  return (
    <main className="console">
      <PeopleList
        of={wordsFor[of.kind]}
        schema={of.page}
        rowsOf={of.rowsOf}
        columns={[name, ...of.fields.filter(({ width }) => width)]}
        search="Cerca per nome, email o telefono"
        none={of.none}
      />
      {opened && (
        <SubmissionDrawer
          key={opened}
          person={{ kind: of.kind, id: opened }}
          schema={of.row}
          fields={of.fields}
          close={() => filters.remove(singular)}
        />
      )}
    </main>
  )
}

type DrawerProps<R extends Row> = {
  person: Person
  schema: z.ZodType<R>
  fields: readonly Column<R>[]
  close: () => void
}

function SubmissionDrawer<R extends Row>({ person, schema, fields, close }: DrawerProps<R>) {
  const { data, isMissing, ...answer } = usePerson(person, schema)
  const row = isMissing ? undefined : data
  return (
    <Drawer title={row?.name ?? 'Dettaglio'} close={close}>
      <div className="person-sheet">
        {row ? (
          <>
            <Facts className="facts" facts={fields.map(({ name, cell }) => [name, cell(row)])} />
            <Link to={personAddress(row.id)}>Tutto di questa persona, esporta o cancella</Link>
            {row.visitId && <VisitLinks id={row.visitId} />}
          </>
        ) : isMissing ? (
          <p className="quiet">Non c’è più: forse è stato cancellato.</p>
        ) : (
          <ViewState answer={answer} />
        )}
      </div>
    </Drawer>
  )
}
