import type { Json, JsonObject } from '@tba/events/json.ts'
import { pathWithin } from '@tba/events/streams/paths.ts'
import { MomentOf } from '../parts/times.tsx'
import './event-data.css'

type Props = {
  data: JsonObject
  /** The paths of what is sealed, `plan` or `bots.0.strategyName`; `*`: this build cannot read the event. */
  sealed: readonly string[]
}

/** Recorded data, as text alone: visitors write much of it, and nothing of theirs becomes a link or an image. */
export function EventData({ data, sealed }: Props) {
  if (sealed.includes('*'))
    return <p className="event-data-none">Questa versione del prodotto non sa leggere l’evento.</p>
  if (Object.keys(data).length === 0) return <p className="event-data-none">Nessun dato</p>
  return <Fields value={data} path="" sealed={new Set(sealed)} />
}

/** What stands in place of a value that is sealed. */
export const Sealed = () => <span className="sealed">sigillato</span>

type Part<Value> = { value: Value; path: string; sealed: ReadonlySet<string> }

function Fields({ value, path, sealed }: Part<JsonObject>) {
  return (
    <dl className="event-data">
      {Object.entries(value).map(([name, field]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {field === null && sealed.has(path) ? (
              // Of an object that is sealed, any field may be.
              <Sealed />
            ) : (
              <DataValue value={field} path={pathWithin(path, name)} sealed={sealed} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const manyItems = 12

function Items({ value, path, sealed }: Part<Json[]>) {
  const list = (
    <ol className="event-data-list">
      {value.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a recorded list never changes, and its items may be alike.
        <li key={at}>
          <DataValue value={item} path={pathWithin(path, at)} sealed={sealed} />
        </li>
      ))}
    </ol>
  )
  if (value.length <= manyItems) return list
  return (
    <details>
      <summary>{value.length} voci</summary>
      {list}
    </details>
  )
}

/** One value of any depth; `path` is where it stands. */
export function DataValue({ value, path, sealed }: Part<Json>) {
  if (value === null) return sealed.has(path) ? <Sealed /> : <span className="quiet">nessuno</span>
  if (typeof value === 'string') return <Text>{value}</Text>
  if (typeof value === 'boolean') return value ? 'sì' : 'no'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    if (value.length === 0) return <span className="quiet">nessuna voce</span>
    return <Items value={value} path={path} sealed={sealed} />
  }
  if (Object.keys(value).length === 0) return <span className="quiet">nessun dato</span>
  return <Fields value={value} path={path} sealed={sealed} />
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

/** A time as it was in Rome, and everything else as it was recorded. */
function Text({ children: text }: { children: string }) {
  if (text === '') return <span className="quiet">testo vuoto</span>
  return time.test(text) && !Number.isNaN(Date.parse(text)) ? <MomentOf at={text} /> : text
}
