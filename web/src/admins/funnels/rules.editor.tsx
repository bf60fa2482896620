import { periodOf, type RelativePeriod } from '@tba/events/funnels/period.ts'
import { useId, useState } from 'react'
import type { Draft, Problems } from './draft.ts'
import { PeriodFields } from './period-fields.tsx'
import { previousPeriod } from './periods.ts'
import { Problem } from './problem.tsx'
import { SpanField } from './span-field.tsx'
import { breakdownChoices } from './words.ts'

type Props = { draft: Draft; problems: Problems; change: (draft: Draft) => void }

/** Each moves with the day. */
const presets: [name: RelativePeriod, shown: string, spoken: string][] = [
  ['today', 'oggi', 'oggi'],
  ['yesterday', 'ieri', 'ieri'],
  ['7d', '7 g', '7 g: ultimi 7 giorni'],
  ['14d', '14 g', '14 g: ultimi 14 giorni'],
  ['30d', '30 g', '30 g: ultimi 30 giorni'],
  ['90d', '90 g', '90 g: ultimi 90 giorni'],
  ['lastWeek', 'settimana scorsa', 'settimana scorsa'],
  ['month', 'mese', 'questo mese'],
]
const ways = { visit: 'Per visita', customer: 'Per cliente' } as const

function Compared({ draft, problems, change }: Props) {
  const { compareTo, period } = draft
  const way = compareTo === null ? '' : compareTo === 'previous' ? 'previous' : 'own'
  const id = useId()
  return (
    <div className="rule">
      <label htmlFor={id}>Confronta con</label>
      <select
        id={id}
        className="filter-select"
        value={way}
        onChange={({ target: { value } }) =>
          change({
            ...draft,
            compareTo: value === '' ? null : value === 'previous' ? 'previous' : previousPeriod(period),
          })
        }
      >
        <option value="">nessun periodo</option>
        <option value="previous">il periodo precedente</option>
        <option value="own">un altro periodo</option>
      </select>
      {compareTo !== null && compareTo !== 'previous' && (
        <PeriodFields
          name="periodo di confronto"
          period={compareTo}
          path="compareTo."
          problems={problems}
          set={next => change({ ...draft, compareTo: next })}
        />
      )}
      {compareTo !== null && (
        <label>
          <input
            type="checkbox"
            checked={draft.equalAge}
            onChange={({ target }) => change({ ...draft, equalAge: target.checked })}
          />{' '}
          A pari età: solo ciò che c’era quando era vecchio quanto questo
        </label>
      )}
    </div>
  )
}

function AsOf({ draft, problems, change }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  function take() {
    if (typed !== null && typed.trim() !== draft.asOf) change({ ...draft, asOf: typed.trim() })
    setTyped(null)
  }
  return (
    <div className="rule">
      <label htmlFor={id}>Alla posizione</label>
      <input
        id={id}
        className="mono"
        type="text"
        maxLength={100}
        spellCheck={false}
        autoComplete="off"
        placeholder="l’ultima letta"
        value={typed ?? draft.asOf}
        onChange={event => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={event => event.key === 'Enter' && take()}
      />
      <Problem problems={problems} path="asOf" />
    </div>
  )
}

/** Whose ways are counted, in which time, and how they are told apart. */
export function RulesEditor({ draft, problems, change }: Props) {
  const set = (part: Partial<Draft>) => change({ ...draft, ...part })
  const [group, split] = [useId(), useId()]
  return (
    <section className="rules-editor" aria-label="Regole">
      <fieldset className="rule choice-line">
        <legend>Si conta</legend>
        {(['visit', 'customer'] as const).map(by => (
          <label key={by}>
            <input type="radio" name={group} checked={draft.by === by} onChange={() => set({ by })} />{' '}
            {ways[by]}
          </label>
        ))}
        <Problem problems={problems} path="by" />
      </fieldset>
      <div className="rule">
        <span aria-hidden>Finestra dal primo passo</span>
        <SpanField
          label="Finestra dal primo passo"
          seconds={draft.windowSeconds}
          set={seconds => seconds !== null && set({ windowSeconds: seconds })}
        />
        <Problem problems={problems} path="windowSeconds" />
      </div>
      <div className="rule">
        <span>Primo passo nel periodo</span>
        <PeriodFields
          name="periodo"
          period={draft.period}
          path=""
          problems={problems}
          set={period => set({ period, moving: null })}
        >
          <span className="period-presets">
            {presets.map(([name, shown, spoken]) => (
              <button
                key={name}
                type="button"
                className="filter-button"
                aria-label={spoken}
                aria-pressed={draft.moving === name}
                onClick={() => set({ period: periodOf(name, Date.now()), moving: name })}
              >
                {shown}
              </button>
            ))}
          </span>
        </PeriodFields>
      </div>
      <Compared {...{ draft, problems, change }} />
      <div className="rule">
        <label htmlFor={split}>Suddividi per</label>
        <select
          id={split}
          className="filter-select"
          value={draft.breakdown ?? ''}
          onChange={({ target }) =>
            set({ breakdown: breakdownChoices.find(({ value }) => value === target.value)?.value ?? null })
          }
        >
          <option value="">niente</option>
          {breakdownChoices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Problem problems={problems} path="breakdown" />
      </div>
      <div className="rule choice-line">
        <label>
          <input
            type="checkbox"
            checked={draft.strict}
            onChange={({ target }) => set({ strict: target.checked })}
          />{' '}
          Passi senza altri passi in mezzo
        </label>
        <label>
          <input
            type="checkbox"
            checked={draft.bots}
            onChange={({ target }) => set({ bots: target.checked })}
          />{' '}
          Anche i robot
        </label>
      </div>
      <AsOf {...{ draft, problems, change }} />
    </section>
  )
}
