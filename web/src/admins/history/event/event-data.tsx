import { Button } from '@radix-ui/themes'
import { type HistoryEvent, openedEvent } from '@tba/events/history/views.ts'
import type { Json, JsonObject } from '@tba/events/json.ts'
import { pathWithin } from '@tba/events/streams/sealed.ts'
import { createContext, Suspense, use, useState } from 'react'
import type { z } from 'zod'
import { knownDevice } from '../../../accounts/security/device.ts'
import { lazyPart } from '../../../components/on-demand.ts'
import { Part } from '../../../shell/page-states.tsx'
import { consoleCommand } from '../../api/calls.ts'
import { usePermission } from '../../api/token.ts'
import { isMoment } from '../../parts/time/rome-time.ts'
import { MomentOf } from '../../parts/time/times.tsx'
import { Actor } from '../../parts/words/actors.tsx'
import { eventValue } from '../../parts/words/event-values.ts'
import { fieldName, isReadable } from '../../parts/words/field-words.ts'
import './event-data.css'

// Forms are no part of the first load of Eventi.
const OpenForm = lazyPart(() => import('./open.form.tsx'))

type Props = {
  data: JsonObject
  /** Paths of sealed fields, `plan` or `bots.0.strategyName`; `*`: this build cannot read the event. */
  sealed: readonly string[]
}

/** Only text: visitors write it, and it must not become a link or an image. */
export function EventData({ data, sealed }: Props) {
  if (sealed.includes('*'))
    return <p className="event-data-none">Questa versione del prodotto non sa leggere l’evento.</p>
  if (fieldsOf(data).length === 0) return <p className="event-data-none">Nessun dato</p>
  return <Fields value={data} path="" sealed={new Set(sealed)} />
}

/** Whether the person of the sealed fields was erased. */
export const Erased = createContext(false)

export const Sealed = () => {
  const isErased = use(Erased)
  return <span className="sealed">{isErased ? 'cancellato' : 'sigillato'}</span>
}

type FieldProps<Value> = { value: Value; path: string; sealed: ReadonlySet<string> }

const fieldsOf = (value: JsonObject) => Object.entries(value).filter(([name]) => isReadable(name))

const Fields = ({ value, path, sealed }: FieldProps<JsonObject>) => (
  <dl className="event-data">
    {fieldsOf(value).map(([name, field]) => (
      <div key={name}>
        <dt title={name}>{fieldName(name)}</dt>
        <dd>
          {field === null && sealed.has(path) ? (
            // The object as a whole is sealed.
            <Sealed />
          ) : name === 'adminId' && typeof field === 'string' ? (
            <Actor actor={`admin:${field}`} hasFullId hasKind={false} />
          ) : (
            <DataValue value={field} path={pathWithin(path, name)} sealed={sealed} />
          )}
        </dd>
      </div>
    ))}
  </dl>
)

const manyItems = 12

function Items({ value, path, sealed }: FieldProps<Json[]>) {
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
      <summary>{`${value.length} voci`}</summary>
      {list}
    </details>
  )
}

export function DataValue({ value, path, sealed }: FieldProps<Json>) {
  if (value === null) return sealed.has(path) ? <Sealed /> : <span className="quiet">nessuno</span>
  if (typeof value === 'string') return <Text path={path}>{value}</Text>
  if (typeof value === 'boolean') return <span>{value ? 'sì' : 'no'}</span>
  if (typeof value === 'number') return <span>{value}</span>
  if (Array.isArray(value)) {
    if (value.length === 0) return <span className="quiet">nessuna voce</span>
    return <Items value={value} path={path} sealed={sealed} />
  }
  if (fieldsOf(value).length === 0) return <span className="quiet">nessun dato</span>
  return <Fields value={value} path={path} sealed={sealed} />
}

/** Times in Rome, known words in Italian, all else as recorded. A browser and its system stand above its `User-Agent`. */
function Text({ children: text, path }: { children: string; path: string }) {
  if (text === '') return <span className="quiet">testo vuoto</span>
  if (isMoment(text)) return <MomentOf at={text} />
  const device = /(^|\.)(device|userAgent)$/.test(path) ? knownDevice(text) : null
  if (device === null) return <span>{eventValue(path, text)}</span>
  return (
    <details>
      <summary>{device}</summary>
      <span className="mono">{text}</span>
    </details>
  )
}

type SealableProps = { event: HistoryEvent; erasedAt: string | null }

/** Sealed fields are opened for a reason, and only while the event is shown. */
export function SealableData({ event, erasedAt: knownErasedAt }: SealableProps) {
  const [opened, setOpened] = useState<z.infer<typeof openedEvent> | null>(null)
  const [isFormOpen, setFormOpen] = useState(false)
  const mayOpen = usePermission('open-sealed')
  const hasSealed = event.sealed.length > 0 && !event.sealed.includes('*')
  const erasedAt = knownErasedAt ?? opened?.erasedAt ?? null
  // After opening, fields that are never opened stay null.
  const sealed = event.sealed.filter(path => !opened || opened.data[path] === null)

  async function open(reason: string) {
    const path = `/api/admin/events/${encodeURIComponent(event.id)}/open`
    setOpened(openedEvent.parse(await consoleCommand('POST', path, { reason })))
    setFormOpen(false)
  }
  return (
    <section>
      <h3>Dati</h3>
      <Erased value={erasedAt !== null}>
        <EventData data={opened?.data ?? event.data} sealed={sealed} />
      </Erased>
      {hasSealed && erasedAt && (
        <p className="event-opened" role="status">
          Dati personali cancellati: non si aprono più. Cancellazione del <MomentOf at={erasedAt} />
        </p>
      )}
      {opened && !erasedAt && (
        <p className="event-opened" role="status">
          Dati aperti: restano in vista finché questo evento è aperto. L’apertura è stata registrata.
          <span>{sealed.length > 0 && ' Ciò che è rimasto sigillato non si apre per nessuno.'}</span>
        </p>
      )}
      {mayOpen && hasSealed && !erasedAt && !opened && !isFormOpen && (
        <Button variant="outline" onClick={() => setFormOpen(true)}>
          Apri i dati sigillati…
        </Button>
      )}
      {isFormOpen && (
        <Part>
          <Suspense>
            <OpenForm open={open} cancel={() => setFormOpen(false)} />
          </Suspense>
        </Part>
      )}
    </section>
  )
}
