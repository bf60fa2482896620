import type { RequestRow } from '@tba/events/requests/views.ts'
import type { Column } from '../parts/lists/data-table.tsx'
import { duration } from '../parts/time/durations.ts'
import { PhoneLink } from '../parts/words/links.tsx'
import type { useOwnerName } from './requests-data.ts'
import { CallAt, kindNames, stateNames } from './words.tsx'

/** Of the button of its row. */
export const rowId = (id: string) => `request-${id}`

type Look = { open: (id: string) => void; ownerName: ReturnType<typeof useOwnerName> }

export const columnsFor = ({ open, ownerName }: Look): Column<RequestRow>[] => [
  {
    name: 'Nome',
    width: '21%',
    cell: row => (
      <span className="request-name">
        <button type="button" id={rowId(row.id)} className="link-button" onClick={() => open(row.id)}>
          {row.name ?? <span className="quiet">cancellato</span>}
        </button>{' '}
        <span className="quiet">{kindNames[row.kind]}</span>
        {row.olderOpen && <span className="badge">Di nuovo</span>}
      </span>
    ),
  },
  {
    name: 'Telefono',
    width: '14%',
    cell: ({ phone, dial }) => phone && <PhoneLink typed={phone} dial={dial} />,
  },
  { name: 'Stato', width: '11%', cell: ({ state }) => <span className="badge">{stateNames[state]}</span> },
  {
    name: 'Responsabile',
    width: '16%',
    cell: ({ owner }) => ownerName(owner) || <span className="quiet">nessuno</span>,
  },
  { name: 'Richiama il', width: '13%', cell: ({ callAt }) => callAt && <CallAt at={callAt} /> },
  {
    name: 'Ultima nota',
    width: '16%',
    cell: ({ lastNote }) => lastNote && <span className="one-line">{lastNote}</span>,
  },
  {
    name: 'Età',
    width: '9%',
    cell: ({ submittedAt }) => (
      <time dateTime={submittedAt} title={submittedAt}>
        {duration((Date.now() - Date.parse(submittedAt)) / 1_000)}
      </time>
    ),
  },
]
