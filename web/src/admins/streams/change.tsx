import type { Json } from '@tba/events/json.ts'
import type { Change } from '@tba/events/streams/views.ts'
import { DataValue, Sealed } from '../history/event-data.tsx'

type Props = { change: Change; sealed: ReadonlySet<string> }

/** One field before and after: struck and marked, said to whoever does not see it, and told apart without colours. */
export function ChangeOf({ change, sealed }: Props) {
  const { path, before, after, removed } = change
  const isHidden = change.sealed === true && before === null && after === null
  return (
    <div>
      <dt>{path === '' ? 'stato' : path}</dt>
      {isHidden ? (
        <dd>
          <Sealed /> {removed ? 'tolto' : 'cambiato'}
        </dd>
      ) : (
        <>
          {before !== null && (
            <dd>
              <del>
                <span className="visually-hidden">Prima: </span>
                <Told value={before} path={path} sealed={sealed} />
              </del>
            </dd>
          )}
          {!removed && (
            <dd>
              <ins>
                <span className="visually-hidden">Dopo: </span>
                <Told value={after} path={path} sealed={sealed} />
              </ins>
            </dd>
          )}
        </>
      )}
    </div>
  )
}

const Told = ({ value, path, sealed }: { value: Json; path: string; sealed: ReadonlySet<string> }) => (
  <DataValue value={value} path={path} sealed={sealed} />
)
