import { type RequestReplay, requestReplay } from '@tba/events/replays/commands.ts'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { CommandButton } from '../../forms/command-button.tsx'
import { useAction } from '../api/reads.ts'
import { definitionFrom } from '../funnels/builder/draft.ts'
import { useSavedFunnels } from '../funnels/funnels-data.ts'
import { jsonIn, useFilters } from '../parts/filters/filters.ts'
import { asTheyAre, asTyped, FilterMenu } from '../parts/filters/menus.tsx'
import { periodWriter, readPeriod } from '../parts/time/period.ts'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { eventChoices } from '../parts/words/event-kind.tsx'
import { projectionName } from '../parts/words/labels.ts'
import { useProjections } from '../projections/projections-data.ts'
import { FunnelSummary, sameAmong } from './funnel-summary.tsx'
import { boundsOf, type Kind, modeWords } from './replay-words.ts'
import { startReplay } from './replays-data.ts'

const descriptions: Record<Kind, string> = {
  stream: 'Gli eventi scelti, uno per riga, come li mostra la cronologia: niente di sigillato viene aperto.',
  funnel: 'Il funnel è contato di nuovo dagli eventi scelti, letti dal registro e non dalle tabelle.',
  projection:
    'Tutto il registro è ripiegato accanto a quella che si legge: il risultato sono le righe diverse, nessuna se nulla è cambiato.',
}
const kinds = Object.keys(descriptions) as Kind[]

type Filters = Pick<ReturnType<typeof useFilters>, 'of' | 'allOf'>

const kindIn = ({ of }: Filters): Kind => kinds.find(kind => kind === of('mode')) ?? 'stream'

function boundsIn({ of, allOf }: Filters) {
  const { from, to } = readPeriod(of).picked
  return { from, to, types: allOf('type'), visits: allOf('visit') }
}

/** The body, or what is missing. */
export function requestOf(filters: Filters): RequestReplay | string {
  const kind = kindIn(filters)
  const [projection, definition] = [filters.of('projection'), filters.of('definition')]
  if (kind === 'projection' && !projection) return 'Scegli la proiezione.'
  if (kind === 'funnel' && !definition) return 'Scegli il funnel.'
  const modes = {
    stream: { kind },
    funnel: { kind, definition: jsonIn(definition) },
    projection: { kind, projection },
  }
  const bounds = Object.entries(kind === 'projection' ? {} : boundsIn(filters))
  const read = requestReplay.safeParse({
    ...Object.fromEntries(bounds.filter(([, value]) => value.length > 0)),
    mode: modes[kind],
  })
  return read.success ? read.data : (read.error.issues[0]?.message ?? 'La richiesta non è valida.')
}

function Bounds({ filters }: { filters: ReturnType<typeof useFilters> }) {
  const { types, visits } = boundsIn(filters)
  return (
    <>
      <PeriodPicker picked={readPeriod(filters.of).picked} pick={periodWriter(filters)} none="Sempre" />
      <FilterMenu
        name="Tipi"
        hint="Cerca un tipo…"
        several
        choices={() => eventChoices}
        chosen={types}
        choose={type => filters.toggle('type', type)}
      />
      <FilterMenu
        name="Visite"
        hint="Id della visita…"
        several
        choices={() => asTheyAre(visits)}
        typed={asTyped}
        chosen={visits}
        choose={visit => filters.toggle('visit', visit)}
      />
    </>
  )
}

function FunnelMenu({ filters }: { filters: ReturnType<typeof useFilters> }) {
  const funnels = useSavedFunnels().data?.view.funnels ?? []
  const written = filters.of('definition')
  const definition = definitionFrom(jsonIn(written))
  const same = definition && sameAmong(funnels, definition)
  const chosen = same ? JSON.stringify(same.definition) : written
  const choices = funnels.map(({ name, definition }) => ({ value: JSON.stringify(definition), label: name }))
  const shown = same?.name ?? (written && 'Non salvato')
  return (
    <FilterMenu
      name="Funnel"
      {...(shown && { shown })}
      hint="Cerca un funnel salvato…"
      choices={() => choices}
      chosen={[chosen]}
      choose={value => filters.setAll({ definition: value, compare: '' })}
    />
  )
}

function ProjectionMenu({ filters }: { filters: ReturnType<typeof useFilters> }) {
  const projections = useProjections().data?.projections ?? []
  const chosen = filters.of('projection')
  return (
    <FilterMenu
      name="Proiezione"
      {...(chosen && { shown: projectionName(chosen) })}
      hint="Cerca una proiezione…"
      choices={() => projections.map(({ name }) => ({ value: name, label: projectionName(name) }))}
      chosen={[chosen]}
      choose={value => filters.set('projection', value)}
    />
  )
}

export function ReplayForm() {
  const filters = useFilters()
  const navigate = useNavigate()
  const { busy, run } = useAction('Replica non chiesta: riprova.')
  const kind = kindIn(filters)
  const bounds = boundsIn(filters)
  const request = requestOf(filters)
  const written = filters.of('definition')
  const definition = useMemo(() => definitionFrom(jsonIn(written)), [written])
  const isReady = typeof request !== 'string'

  async function start() {
    if (!isReady) return
    const from = filters.of('compare')
    const against = from && kind === 'funnel' ? `?${new URLSearchParams({ compare: from })}` : ''
    navigate(`/admin/replays/${await startReplay(request)}${against}`)
  }
  return (
    <section className="replay-form" aria-labelledby="replay-form-title">
      <h2 id="replay-form-title">Nuova replica</h2>
      <fieldset className="replay-kinds">
        <legend className="visually-hidden">Come rigiocare</legend>
        {kinds.map(each => (
          <label key={each} className="filter-button" data-chosen={kind === each}>
            <input
              type="radio"
              name="mode"
              className="visually-hidden"
              checked={kind === each}
              onChange={() => filters.set('mode', each === 'stream' ? '' : each)}
            />
            {modeWords[each]}
          </label>
        ))}
      </fieldset>
      <p className="quiet small">{descriptions[kind]}</p>
      <div className="filter-line">
        {kind === 'funnel' && <FunnelMenu filters={filters} />}
        {kind === 'projection' ? <ProjectionMenu filters={filters} /> : <Bounds filters={filters} />}
        <CommandButton busy={busy} disabled={!isReady} onClick={() => run(start)}>
          Rigioca
        </CommandButton>
      </div>
      {kind === 'funnel' && definition && (
        <FunnelSummary definition={definition} from={filters.of('compare')} />
      )}
      <p className="small" role="status">
        {isReady
          ? kind !== 'projection' && boundsOf({ ...bounds, from: bounds.from || null, to: bounds.to || null })
          : request}
      </p>
    </section>
  )
}
