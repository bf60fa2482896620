import { Button } from '@radix-ui/themes'
import { openEvent } from '@tba/events/history/opening.ts'
import { type HistoryEvent, openedEvent } from '@tba/events/history/views.ts'
import type { JsonObject } from '@tba/events/json.ts'
import { type FormEvent, useState } from 'react'
import { InputField } from '../../shell/input-field.tsx'
import { keepFocus } from '../../shell/keep-focus.ts'
import { consoleCommand } from '../console-call.ts'
import { serverSentence } from '../console-data.ts'
import { EventData } from './event-data.tsx'

/** Of what was sealed, what still is null: erased with its person, or opened for nobody. */
const stillSealed = (data: JsonObject, sealed: readonly string[]) =>
  sealed.filter(path => data[path] === null)

/** An event's data. What is sealed is opened for a reason, and shown as long as the event is. */
export function SealableData({ event }: { event: HistoryEvent }) {
  const [opened, setOpened] = useState<JsonObject | null>(null)
  const [isAsking, setAsking] = useState(false)
  const isSealed = event.sealed.length > 0 && !event.sealed.includes('*')

  async function open(reason: string) {
    const path = `/api/admin/events/${encodeURIComponent(event.id)}/open`
    setOpened(openedEvent.parse(await consoleCommand('POST', path, { reason })).data)
    setAsking(false)
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
        <Button variant="outline" onClick={() => setAsking(true)}>
          Apri i dati sigillati…
        </Button>
      )}
      {isAsking && <OpenForm open={open} cancel={() => setAsking(false)} />}
    </section>
  )
}

type FormProps = { open: (reason: string) => Promise<void>; cancel: () => void }

/** Why an administrator opens what is sealed: it is recorded before anything is shown. */
function OpenForm({ open, cancel }: FormProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const checked = openEvent.safeParse({ reason })
    if (!checked.success) return setError(checked.error.issues[0]?.message)
    setBusy(true)
    try {
      await open(checked.data.reason)
    } catch (failure) {
      setError(serverSentence(failure, 'Impossibile aprire i dati: riprova'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="form open-form" noValidate onSubmit={submit}>
      <InputField
        label="Motivo"
        {...(error && { error })}
        placeholder="Per esempio: richiesta del cliente"
        autoComplete="off"
        autoFocus
        required
        value={reason}
        onChange={event => {
          setReason(event.target.value)
          setError(undefined)
        }}
      />
      <p className="quiet small">L’apertura è registrata, con il tuo nome e questo motivo.</p>
      <p className="actions">
        <Button type="submit" {...keepFocus} disabled={isBusy}>
          {isBusy ? 'Apertura...' : 'Apri e registra'}
        </Button>
        <Button type="button" variant="outline" color="gray" onClick={cancel}>
          Annulla
        </Button>
      </p>
    </form>
  )
}
