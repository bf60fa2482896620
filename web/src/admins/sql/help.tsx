import { sqlViews } from '@tba/events/queries/columns.ts'
import { examples } from '@tba/events/queries/examples.ts'
import { TextButton } from '../parts/filters/controls.tsx'

const shortType = (type: string) => (type.startsWith('TIMESTAMP') ? 'TIMESTAMPTZ' : type)

/** What can be asked, and how. */
export const SqlHelp = ({ choose }: { choose: (query: string) => void }) => (
  <aside className="sql-help">
    <h2>Esempi</h2>
    <ul>
      {examples.map(({ title, query }) => (
        <li key={title}>
          <TextButton onClick={() => choose(query)}>{title}</TextButton>
        </li>
      ))}
    </ul>
    <h2>Colonne</h2>
    {Object.entries(sqlViews).map(([view, columns]) => (
      <details key={view}>
        <summary>{view}</summary>
        <dl>
          {columns.map(([name, type, what]) => (
            <div key={name}>
              <dt>
                <span>{name}</span> <span className="quiet">{shortType(type)}</span>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </details>
    ))}
    <p className="quiet small">
      I file non contengono dati personali. Un campo dei dati accanto a un confronto va tra parentesi:{' '}
      <code>{"(data ->> '$.plan') = 'elite'"}</code>.
    </p>
  </aside>
)
