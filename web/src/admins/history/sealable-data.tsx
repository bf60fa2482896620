import { Button } from '@radix-ui/themes'
import { type HistoryEvent, openedEvent } from '@tba/events/history/views.ts'
import type { JsonObject } from '@tba/events/json.ts'
import { useState } from 'react'
import { consoleCommand } from '../console-call.ts'
import { onDemand, useOnDemand } from '../parts/on-demand.ts'
import { EventData } from './event-data.tsx'

const openForm = onDemand(() => import('./open.form.tsx'))

/** Of what was sealed, what still is null: erased with its person, or opened for nobody. */
const stillSealed = (data: JsonObject, sealed: readonly string[]) =>
  sealed.filter(path => data[path] === null)

/** An event's data. What is sealed is opened for a reason, and shown as long as the event is. */
export function SealableData({ event }: { event: HistoryEvent }) {
  const [opened, setOpened] = useState<JsonObject | null>(null)
  const { Part: OpenForm, ...asking } = useOnDemand(openForm, { isTypedInto: true })
  const isAsking = asking.isOpen && OpenForm !== null
  const isSealed = event.sealed.length > 0 && !event.sealed.includes('*')

  async function open(reason: string) {
    const path = `/api/admin/events/${encodeURIComponent(event.id)}/open`
    setOpened(openedEvent.parse(await consoleCommand('POST', path, { reason })).data)
    asking.setOpen(false)
  }
  return (
    <section>
      <h3>Dati</h3>
      <EventData
        data={opened ?? event.data}
        sealed={opened ? stillSealed(opened, event.sealed) : event.sealed}
      />
      {opened && (
        <p className="event-opened" role="status">
          Dati aperti: restano in vista finché questo evento è aperto. L’apertura è stata registrata.
          {stillSealed(opened, event.sealed).length > 0 &&
            ' Ciò che è rimasto sigillato è stato cancellato, o non si apre per nessuno.'}
        </p>
      )}
      {isSealed && !opened && !isAsking && (
        <Button variant="outline" onClick={asking.open} {...asking.early}>
          Apri i dati sigillati…
        </Button>
      )}
      {isAsking && <OpenForm open={open} cancel={() => asking.setOpen(false)} />}
    </section>
  )
}
