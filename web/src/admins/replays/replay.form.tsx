import { keysOf } from '@tba/events/keys.ts'
import { type RequestReplay, requestReplay } from '@tba/events/replays/commands.ts'
import { useNavigate } from 'react-router-dom'
import { CommandButton } from '../../forms/command-button.tsx'
import { useAction } from '../api/reads.ts'
import { FilterRow } from '../filters/filter-row.tsx'
import { isSameDefinition, parseDefinition } from '../funnels/builder/draft.ts'
import { useSavedFunnels } from '../funnels/funnels-data.ts'
import { FilterSelect, Select } from '../parts/filters/controls.tsx'
import { parseJson, useFilters } from '../parts/filters/filters.ts'
import { exactChoice, FilterMenu, plainChoices } from '../parts/filters/menus.tsx'
import { periodWriter, readPeriod } from '../parts/time/period.ts'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { eventChoices } from '../parts/words/event-name.tsx'
import { projectionName } from '../parts/words/labels.ts'
import { startReplay, useProjections } from '../projections/projections-data.ts'
import { FunnelLink, type Kind, modeWords } from './replay-state.tsx'

const descriptions: Record<Kind, string> = {
  stream:
    'Gli eventi scelti, uno per riga, come li mostra la pagina Eventi: niente di sigillato viene aperto. I filtri sulle visite qui non si applicano: li ha l’esportazione di Eventi.',
  funnel: 'Il funnel è contato di nuovo dagli eventi scelti, letti dal registro e non dalle tabelle.',
  projection:
    'Tutto il registro è ripiegato accanto a quella che si legge: il risultato sono le righe diverse, nessuna se nulla è cambiato. I filtri qui non si applicano.',
}
const kinds = keysOf(descriptions)

type Filters = ReturnType<typeof useFilters>

const kindOf = ({ get }: Pick<Filters, 'get'>): Kind => kinds.find(kind => kind === get('mode')) ?? 'stream'

/** The body, or what is missing. */
export function requestOf(filters: Pick<Filters, 'get' | 'getAll'>): RequestReplay | string {
  const kind = kindOf(filters)
  const [projection, definition] = [filters.get('projection'), filters.get('definition')]
  if (kind === 'projection') return projection ? { mode: { kind, projection } } : 'Scegli la proiezione.'
  if (kind === 'funnel' && !definition) return 'Scegli il funnel.'
  const { from, to } = readPeriod(filters.get).picked
  const bounds = Object.entries({ from, to, types: filters.getAll('type'), visits: filters.getAll('visit') })
  const read = requestReplay.safeParse({
    ...Object.fromEntries(bounds.filter(([, value]) => value.length > 0)),
    mode: kind === 'funnel' ? { kind, definition: parseJson(definition) } : { kind },
  })
  return read.success ? read.data : (read.error.issues[0]?.message ?? 'La richiesta non è valida.')
}

function Bounds({ filters }: { filters: Filters }) {
  const visits = filters.getAll('visit')
  return (
    <>
      <PeriodPicker picked={readPeriod(filters.get).picked} pick={periodWriter(filters)} none="Sempre" />
      <FilterMenu
        name="Tipi"
        hint="Cerca un tipo…"
        multiple
        choices={() => eventChoices}
        chosen={filters.getAll('type')}
        choose={type => filters.toggle('type', type)}
      />
      <FilterMenu
        name="Visite"
        hint="Id della visita…"
        multiple
        choices={() => plainChoices(visits)}
        typedChoices={exactChoice}
        chosen={visits}
        choose={visit => filters.toggle('visit', visit)}
      />
    </>
  )
}

function FunnelChoice({ filters: address }: { filters: Filters }) {
  const funnels = useSavedFunnels().data?.view.funnels ?? []
  const current = address.get('definition')
  const definition = parseDefinition(parseJson(current))
  const match = definition && funnels.find(saved => isSameDefinition(saved.definition, definition))
  const options = funnels.map(({ name, definition }) => ({ value: JSON.stringify(definition), label: name }))
  return (
    <>
      <Select
        aria-label="Funnel"
        options={[
          ...(match ? [] : [{ value: current, label: current ? 'Non salvato' : 'Scegli…' }]),
          ...options,
        ]}
        value={match ? JSON.stringify(match.definition) : current}
        choose={value => address.set('definition', value)}
      />
      {definition && <FunnelLink definition={definition} />}
      {definition && (
        <FilterRow
          level={definition.by}
          value={definition}
          change={({ filters = [], segment }) =>
            address.set(
              'definition',
              JSON.stringify({ ...definition, filters: filters.length > 0 ? filters : undefined, segment }),
            )
          }
        />
      )}
    </>
  )
}

function ProjectionChoice({ filters }: { filters: Filters }) {
  const projections = useProjections().data?.projections ?? []
  return (
    <FilterSelect
      filters={filters}
      name="projection"
      label="Proiezione"
      options={[
        { value: '', label: 'Scegli…' },
        ...projections.map(({ name }) => ({ value: name, label: projectionName(name) })),
      ]}
    />
  )
}

const kindOptions = kinds.map(value => ({ value, label: modeWords[value] }))

export function ReplayForm() {
  const filters = useFilters()
  const navigate = useNavigate()
  const { busy, run } = useAction('Replica non chiesta: riprova.')
  const kind = kindOf(filters)
  const request = requestOf(filters)
  const missing = typeof request === 'string' ? request : null

  async function start() {
    if (typeof request !== 'string') navigate(`/admin/replays/${await startReplay(request)}`)
  }
  return (
    <section className="replay-form" aria-labelledby="replay-form-title">
      <h2 id="replay-form-title">Nuova replica</h2>
      <p className="quiet small">{descriptions[kind]}</p>
      <div className="filter-line">
        <FilterSelect filters={filters} name="mode" label="Come rigiocare" options={kindOptions} />
        {kind === 'funnel' && <FunnelChoice filters={filters} />}
        {kind === 'projection' ? <ProjectionChoice filters={filters} /> : <Bounds filters={filters} />}
        <CommandButton busy={busy} disabled={missing !== null} onClick={() => run(start)}>
          Rigioca
        </CommandButton>
      </div>
      <p className="small" role="status">
        {missing}
      </p>
    </section>
  )
}
