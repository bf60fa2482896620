import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { CommandButton } from '../../forms/command-button.tsx'
import { useAction } from '../api/reads.ts'
import { useSavedFunnels } from '../funnels/funnels-data.ts'
import { useFilters } from '../parts/filters/filters.ts'
import { asTheyAre, asTyped, FilterMenu } from '../parts/filters/menus.tsx'
import { periodWriter, readPeriod } from '../parts/time/period.ts'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { eventChoices } from '../parts/words/event-kind.tsx'
import { projectionName } from '../parts/words/labels.ts'
import { useProjections } from '../projections/projections-data.ts'
import { FunnelSummary, sameAmong } from './funnel-summary.tsx'
import { type Kind, readParameters, requestOf } from './replay-request.ts'
import { boundsOf, definitionIn, modeWords } from './replay-words.ts'
import { startReplay } from './replays-data.ts'

const kinds: readonly Kind[] = ['stream', 'funnel', 'projection']
const descriptions: Record<Kind, string> = {
  stream: 'Gli eventi scelti, uno per riga, come li mostra la cronologia: niente di sigillato viene aperto.',
  funnel: 'Il funnel è contato di nuovo dagli eventi scelti, letti dal registro e non dalle tabelle.',
  projection:
    'Tutto il registro è ripiegato accanto a quella che si legge: il risultato sono le righe diverse, nessuna se nulla è cambiato.',
}

type Filters = ReturnType<typeof useFilters>

function Bounds({ filters }: { filters: Filters }) {
  const visits = filters.allOf('visit')
  return (
    <>
      <PeriodPicker picked={readPeriod(filters.of).picked} pick={periodWriter(filters)} none="Sempre" />
      <FilterMenu
        name="Tipi"
        hint="Cerca un tipo…"
        several
        choices={() => eventChoices}
        chosen={filters.allOf('type')}
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

function FunnelMenu({ filters }: { filters: Filters }) {
  const funnels = useSavedFunnels().data?.view.funnels ?? []
  const written = filters.of('definition')
  const definition = definitionIn(written)
  const same = definition && sameAmong(funnels, definition)
  const chosen = same ? JSON.stringify(same.definition) : written
  const choices = funnels.map(({ name, definition }) => ({ value: JSON.stringify(definition), label: name }))
  const shown = same?.name ?? (written && (definition ? 'Non salvato' : 'Dall’indirizzo'))
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

function ProjectionMenu({ filters }: { filters: Filters }) {
  const projections = useProjections().data?.projections ?? []
  const chosen = filters.of('projection')
  return (
    <FilterMenu
      name="Proiezione"
      {...(chosen && { shown: chosen })}
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
  const parameters = readParameters(filters.params)
  const request = requestOf(parameters)
  const definition = useMemo(() => definitionIn(parameters.definition), [parameters.definition])
  const isReady = typeof request !== 'string'

  async function ask() {
    if (typeof request === 'string') return
    const from = filters.of('compare')
    const against = from && parameters.kind === 'funnel' ? `?${new URLSearchParams({ compare: from })}` : ''
    navigate(`/admin/replays/${await startReplay(request)}${against}`)
  }
  return (
    <section className="replay-form" aria-labelledby="replay-form-title">
      <h2 id="replay-form-title">Nuova replica</h2>
      <fieldset className="replay-kinds">
        <legend className="visually-hidden">Come rigiocare</legend>
        {kinds.map(kind => (
          <label key={kind} className="filter-button" data-chosen={parameters.kind === kind}>
            <input
              type="radio"
              name="mode"
              className="visually-hidden"
              checked={parameters.kind === kind}
              onChange={() => filters.set('mode', kind === 'stream' ? '' : kind)}
            />
            {modeWords[kind]}
          </label>
        ))}
      </fieldset>
      <p className="quiet small">{descriptions[parameters.kind]}</p>
      <div className="filter-line">
        {parameters.kind === 'funnel' && <FunnelMenu filters={filters} />}
        {parameters.kind === 'projection' ? (
          <ProjectionMenu filters={filters} />
        ) : (
          <Bounds filters={filters} />
        )}
        <CommandButton busy={busy} disabled={!isReady} onClick={() => run(ask)}>
          Rigioca
        </CommandButton>
      </div>
      {parameters.kind === 'funnel' && definition && (
        <FunnelSummary definition={definition} from={filters.of('compare')} />
      )}
      <p className="small" role="status">
        {isReady
          ? parameters.kind !== 'projection' &&
            boundsOf({ ...parameters, from: parameters.from || null, to: parameters.to || null })
          : request}
      </p>
    </section>
  )
}
