import { saveView as body, type ViewFilters } from '@tba/events/views/commands.ts'
import type { SavedView } from '@tba/events/views/views.ts'
import { type FormEvent, useState } from 'react'
import { CommandButton } from '../../shell/command-button.tsx'
import { Dialog } from '../../shell/dialog.tsx'
import { serverMessage } from '../../shell/http.ts'
import { InputField } from '../../shell/input-field.tsx'
import { useToast } from '../../shell/toast.ts'
import { useFailureToast } from '../console-data.ts'
import { saveView } from './saved-views-data.ts'
import { readable } from './view-filters.ts'

type Props = {
  views: readonly SavedView[]
  filters: ViewFilters
  /** To begin with. */
  name: string
  /** The view that gets another name; null: the filters are saved as a view. */
  renamed: SavedView | null
  close: () => void
  changed: () => Promise<unknown>
}

const isSame = (one: string, other: string) =>
  one.trim().localeCompare(other, 'it', { sensitivity: 'accent' }) === 0

/** Asks for a name. One that another view has means that this takes its place. */
export function SaveViewDialog({ views, filters, renamed, close, changed, ...given }: Props) {
  const toast = useToast()
  const fail = useFailureToast()
  const [name, setName] = useState(given.name)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const taken = views.find(view => view.id !== renamed?.id && isSame(name, view.name))
  const replaced = renamed ? null : taken

  async function submit(event: FormEvent) {
    event.preventDefault()
    const checked = body.shape.name.safeParse(name)
    if (!checked.success) return setError(checked.error.issues[0]?.message)
    if (renamed && taken) return setError('Un’altra vista si chiama già così')
    setBusy(true)
    try {
      await saveView(renamed?.id ?? replaced?.id ?? null, { name: checked.data, filters })
      await changed()
      toast({ title: renamed ? 'Vista rinominata' : 'Vista salvata' })
      close()
    } catch (failure) {
      fail(failure, serverMessage(failure, 'Vista non salvata: riprova.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={renamed ? 'Rinomina la vista' : 'Salva questa vista'}
      text="La vedono tutti gli amministratori. Non scrivere nel nome dati di persone: resta nella cronologia."
      close={close}
    >
      <form className="form" noValidate onSubmit={submit}>
        <InputField
          label="Nome"
          autoComplete="off"
          maxLength={80}
          value={name}
          {...(error && { error })}
          onChange={event => {
            setName(event.target.value)
            setError(undefined)
          }}
        />
        <dl className="rows views-filters">
          {readable(filters).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {readable(filters).length === 0 && <p className="quiet">Senza filtri: mostra tutti gli eventi.</p>}
        <p className="quiet small" role="status">
          {replaced && 'Esiste già una vista con questo nome: sarà sostituita per tutti.'}
        </p>
        <CommandButton type="submit" size="3" busy={busy}>
          {replaced ? 'Sostituisci' : 'Salva'}
        </CommandButton>
      </form>
    </Dialog>
  )
}
