import { useId } from 'react'
import { Check, Select, TypedField } from '../../parts/filters/controls.tsx'
import { DayRange } from '../../parts/time/day-field.tsx'
import { PeriodPicker } from '../../parts/time/period-picker.tsx'
import { stepped } from '../../parts/time/periods.ts'
import { breakdownChoices } from '../words.ts'
import type { Draft } from './draft.ts'
import { Problem, SpanField } from './fields.tsx'

type Props = { draft: Draft; change: (draft: Draft) => void }
type RuleProps = { draft: Draft; set: (part: Partial<Draft>) => void }

const comparisons = [
  { value: '', label: 'nessun periodo' },
  { value: 'previous', label: 'il periodo precedente' },
  { value: 'own', label: 'un altro periodo' },
]
const splits = [{ value: '', label: 'niente' }, ...breakdownChoices]

function Compared({ draft: { compareTo, from, to, equalAge }, set }: RuleProps) {
  const chosen = compareTo === null ? '' : compareTo === 'previous' ? 'previous' : 'own'
  const choices = { '': null, previous: 'previous', own: stepped({ from, to }, -1) } as const
  const id = useId()
  return (
    <div className="rule">
      <label htmlFor={id}>Confronta con</label>
      <Select
        id={id}
        options={comparisons}
        value={chosen}
        choose={value => set({ compareTo: choices[value as keyof typeof choices] })}
      />
      {compareTo !== null && compareTo !== 'previous' && (
        <div className="period-fields">
          <DayRange
            {...compareTo}
            name="periodo di confronto"
            set={(end, at) => at !== '' && set({ compareTo: { ...compareTo, [end]: at } })}
          />
          <Problem path="compareTo.from" />
          <Problem path="compareTo.to" />
        </div>
      )}
      {compareTo !== null && (
        <Check checked={equalAge ?? false} set={checked => set({ equalAge: checked })}>
          A pari età: solo ciò che c’era quando era vecchio quanto questo
        </Check>
      )}
    </div>
  )
}

function Period({ draft: { period, from, to }, set }: RuleProps) {
  return (
    <div className="rule">
      <span>Primo passo nel periodo</span>
      <PeriodPicker
        picked={{ from, to, moving: period }}
        pick={({ from, to, moving }) => from && to && set({ from, to, period: moving })}
      />
      <Problem path="from" />
      <Problem path="to" />
    </div>
  )
}

export function RulesEditor({ draft, change }: Props) {
  const set = (part: Partial<Draft>) => change({ ...draft, ...part })
  const id = useId()
  const by = (value: Draft['by'], label: string) => (
    <label>
      <input type="radio" name={id} checked={draft.by === value} onChange={() => set({ by: value })} />{' '}
      {label}
    </label>
  )
  return (
    <section className="rules-editor" aria-label="Regole">
      <fieldset className="rule choice-line">
        <legend>Si conta</legend>
        {by('visit', 'Per visita')}
        {by('customer', 'Per cliente')}
        <Problem path="by" />
      </fieldset>
      <div className="rule">
        <span aria-hidden>Finestra dal primo passo</span>
        <SpanField
          label="Finestra dal primo passo"
          seconds={draft.windowSeconds}
          set={seconds => seconds !== null && set({ windowSeconds: seconds })}
        />
        <Problem path="windowSeconds" />
      </div>
      <Period {...{ draft, set }} />
      <Compared {...{ draft, set }} />
      <div className="rule">
        <label htmlFor={`${id}-split`}>Suddividi per</label>
        <Select
          id={`${id}-split`}
          options={splits}
          value={draft.breakdown ?? ''}
          choose={value => set({ breakdown: (value || null) as Draft['breakdown'] })}
        />
        <Problem path="breakdown" />
      </div>
      <div className="rule choice-line">
        <Check checked={draft.strict} set={strict => set({ strict })}>
          Passi senza altri passi in mezzo
        </Check>
        <Check checked={draft.bots} set={bots => set({ bots })}>
          Anche i robot
        </Check>
      </div>
      <div className="rule">
        <label htmlFor={`${id}-position`}>Fino al punto</label>
        <TypedField
          id={`${id}-position`}
          className="mono"
          type="text"
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          placeholder="l’ultimo letto"
          value={draft.asOf}
          take={text => text.trim() !== draft.asOf && set({ asOf: text.trim() })}
        />
        <Problem path="asOf" />
      </div>
    </section>
  )
}
