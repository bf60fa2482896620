import { requestSettings } from '@tba/events/requests/views.ts'
import { useState } from 'react'
import { count } from '../../components/format.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { consoleCommand, readAs } from '../api/calls.ts'
import { useAction, useRecord } from '../api/reads.ts'
import { Select } from '../parts/filters/controls.tsx'
import { ViewState } from '../parts/page/view-state.tsx'

const path = '/api/admin/settings/requests'
const read = readAs(requestSettings)

const choices = [
  { value: '0', label: 'Per sempre' },
  ...[6, 12, 24, 36, 60].map(months => ({ value: String(months), label: `${months} mesi` })),
]

/** How long lost requests are kept, with what a choice would erase today. */
export function KeepRequests() {
  const saved = useRecord(path, read)
  const [chosen, setChosen] = useState<string | null>(null)
  const { busy, run } = useAction('Impossibile salvare le impostazioni', saved.mutate)
  const preview = useRecord(chosen && `${path}?keepMonths=${chosen}`, read)
  if (!saved.data) return <ViewState answer={saved} />
  const { wouldErase } = preview.data ?? saved.data
  const months = chosen ?? String(saved.data.keepMonths)
  const save = () => consoleCommand('POST', path, { keepMonths: Number(months) })
  return (
    <section className="form settings-form" aria-label="Richieste perse">
      <p>Quanto restano le richieste perse, mai toccate da allora, di persone senza account.</p>
      <Select aria-label="Durata" options={choices} value={months} choose={setChosen} />
      <p className="small" role="status">
        {`Oggi ne cancellerebbe ${count(wouldErase)}.`}
      </p>
      <CommandButton busy={busy} onClick={() => run(save, 'Impostazioni salvate')}>
        Salva la durata
      </CommandButton>
    </section>
  )
}
