import { breakdownNames } from '@tba/events/filters/words.ts'
import { breakdowns } from '@tba/events/funnels/definition.ts'
import { shiftPeriod } from '@tba/events/period.ts'
import { type ReactNode, useState } from 'react'
import { Check, Select, TypedField } from '../../parts/filters/controls.tsx'
import { DayRange } from '../../parts/time/day-field.tsx'
import { PeriodPicker } from '../../parts/time/period-picker.tsx'
import type { Draft } from './draft.ts'
import { DurationField, Problem } from './fields.tsx'

const units = [
  { value: 'visit', label: 'Per visita' },
  { value: 'customer', label: 'Per cliente' },
  { value: 'person', label: 'Per persona' },
] as const
const comparisons = [
  { value: '', label: 'nessun periodo' },
  { value: 'previous', label: 'il periodo precedente' },
  { value: 'own', label: 'un altro periodo' },
] as const
const splits = [
  { value: '', label: 'niente' },
  ...breakdowns.map(value => ({ value, label: breakdownNames[value] })),
] as const

type RuleProps = { name: string; paths: readonly string[]; field?: string; children: ReactNode }

/** A line with the problems of its fields. `field`: the one that the name labels; others have names of their own. */
const Rule = ({ name, paths, field, children }: RuleProps) => (
  <div className="rule">
    {field ? <label htmlFor={field}>{name}</label> : <span aria-hidden>{name}</span>}
    {children}
    {paths.map(path => (
      <Problem key={path} path={path} />
    ))}
  </div>
)

export function RulesEditor({ draft, change }: { draft: Draft; change: (draft: Draft) => void }) {
  const { by, windowSeconds, period, from, to, compareTo, equalAge, breakdown, strict, bots, asOf } = draft
  const set = (part: Partial<Draft>) => change({ ...draft, ...part })
  /** Chosen own dates stay on the screen, also while they are those of the period before. */
  const [isOwn, setOwn] = useState(false)
  const before = shiftPeriod({ from, to }, -1)
  const dates = compareTo === 'previous' ? before : compareTo
  const compared = compareTo === null ? '' : isOwn || compareTo !== 'previous' ? 'own' : 'previous'
  const choices = { '': null, previous: 'previous', own: before } as const
  return (
    <section className="rules-editor" aria-label="Regole">
      <Rule name="Si conta" paths={['by']} field="rule-by">
        <Select id="rule-by" options={units} value={by} choose={unit => set({ by: unit })} />
      </Rule>
      <Rule name="Finestra dal primo passo" paths={['windowSeconds']}>
        <DurationField
          label="Finestra dal primo passo"
          seconds={windowSeconds}
          set={seconds => seconds !== null && set({ windowSeconds: seconds })}
        />
      </Rule>
      <Rule name="Primo passo nel periodo" paths={['from', 'to']}>
        <PeriodPicker
          picked={{ from, to, relative: period }}
          pick={({ from, to, relative }) => from && to && set({ from, to, period: relative })}
        />
      </Rule>
      <Rule name="Confronta con" paths={['compareTo.from', 'compareTo.to']} field="rule-compare">
        <Select
          id="rule-compare"
          options={comparisons}
          value={compared}
          choose={value => {
            setOwn(value === 'own')
            set({ compareTo: choices[value] })
          }}
        />
        {dates !== null && compared === 'own' && (
          <div className="period-fields">
            <DayRange
              {...dates}
              name="periodo di confronto"
              set={(end, at) => at !== '' && set({ compareTo: { ...dates, [end]: at } })}
            />
          </div>
        )}
        {compareTo !== null && (
          <Check checked={equalAge ?? false} set={checked => set({ equalAge: checked })}>
            A pari età: solo ciò che c’era quando era vecchio quanto questo
          </Check>
        )}
      </Rule>
      <Rule name="Suddividi per" paths={['breakdown']} field="rule-breakdown">
        <Select
          id="rule-breakdown"
          options={splits}
          value={breakdown ?? ''}
          choose={value => set({ breakdown: value || null })}
        />
      </Rule>
      <div className="rule choice-line">
        <Check checked={strict} set={strict => set({ strict })}>
          Passi senza altri passi in mezzo
        </Check>
        <Check checked={bots} set={bots => set({ bots })}>
          Anche i robot
        </Check>
        <Check checked={draft.histogram} set={histogram => set({ histogram })}>
          In quanto tempo ci arrivano
        </Check>
      </div>
      <Rule name="Fino al punto" paths={['asOf']} field="rule-as-of">
        <TypedField
          id="rule-as-of"
          className="mono"
          type="text"
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          placeholder="l’ultimo letto"
          value={asOf}
          onCommit={text => text.trim() !== asOf && set({ asOf: text.trim() })}
        />
      </Rule>
    </section>
  )
}
