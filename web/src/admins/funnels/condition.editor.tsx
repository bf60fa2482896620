import { Cross2Icon } from '@radix-ui/react-icons'
import { operators } from '@tba/events/funnels/definition.ts'
import { useState } from 'react'
import { FilterMenu } from '../parts/filter-menu.tsx'
import type { DraftCondition, Operator, Problems } from './draft.ts'
import type { Offered } from './offered.ts'
import { Problem } from './problem.tsx'
import { fieldName, operatorNames, valueName } from './words.ts'

type Props = {
  event: string
  condition: DraftCondition
  /** `passo 2, condizione 1`. */
  place: string
  path: string
  problems: Problems
  offered: Offered
  change: (condition: DraftCondition) => void
  remove: () => void
}

const opsOf = { text: operators, number: ['is', 'isNot', 'gt', 'lt'], boolean: ['is', 'isNot'] } as const
const asTyped = (text: string) => [{ value: text, label: `«${text}»` }]

function NumberValue({
  label,
  value,
  set,
}: {
  label: string
  value: DraftCondition['value']
  set: (value: number) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  function take() {
    if (typed !== null && typed !== '' && Number.isFinite(Number(typed)) && Number(typed) !== value)
      set(Number(typed))
    setTyped(null)
  }
  return (
    <input
      type="number"
      step="any"
      aria-label={label}
      value={typed ?? (typeof value === 'boolean' ? '' : (value ?? ''))}
      onChange={event => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={event => event.key === 'Enter' && take()}
    />
  )
}

/** A field, what is asked of it, and the value. */
export function ConditionEditor(props: Props) {
  const { event, condition, place, path, problems, offered, change, remove } = props
  const { field, op, value } = condition
  const kind = offered.kind(event, field)
  const ops: readonly Operator[] = opsOf[kind]
  return (
    <li className="condition" data-mark={place}>
      <FilterMenu
        name={`Campo, ${place}`}
        shown={field === '' ? 'Scegli un campo…' : fieldName(field)}
        hint="Cerca un campo, o scrivi il suo percorso…"
        choices={() => offered.fields(event)}
        typed={text => [{ value: text, label: 'Proprio', detail: text }]}
        chosen={field === '' ? [] : [field]}
        choose={next => next !== field && change({ field: next, op: 'is', value: null })}
      />
      <select
        className="filter-select"
        aria-label={`Confronto, ${place}`}
        value={op}
        onChange={({ target }) => change({ ...condition, op: target.value as Operator })}
      >
        {[...new Set([...ops, op])].map(name => (
          <option key={name} value={name}>
            {operatorNames[name]}
          </option>
        ))}
      </select>
      {kind === 'number' ? (
        <NumberValue
          label={`Valore, ${place}`}
          value={value}
          set={next => change({ ...condition, value: next })}
        />
      ) : kind === 'boolean' ? (
        <select
          className="filter-select"
          aria-label={`Valore, ${place}`}
          value={value === null ? '' : String(value)}
          onChange={({ target }) =>
            target.value !== '' && change({ ...condition, value: target.value === 'true' })
          }
        >
          <option value="">…</option>
          <option value="true">sì</option>
          <option value="false">no</option>
        </select>
      ) : (
        <FilterMenu
          name={`Valore, ${place}`}
          shown={value === null ? 'Scegli o scrivi…' : value === '' ? 'niente' : valueName(field, value)}
          hint="Scegli, o scrivi il valore…"
          choices={() => offered.values(event, field)}
          typed={text =>
            offered.values(event, field).some(({ value }) => value === text) ? [] : asTyped(text)
          }
          chosen={value === null ? [] : [String(value)]}
          choose={next => change({ ...condition, value: next })}
        />
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={`Togli la condizione, ${place}`}
        onClick={remove}
      >
        <Cross2Icon aria-hidden />
      </button>
      <Problem problems={problems} path={`${path}.field`} />
      <Problem problems={problems} path={`${path}.op`} />
      <Problem problems={problems} path={`${path}.value`} />
    </li>
  )
}
