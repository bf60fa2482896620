import { Cross2Icon } from '@radix-ui/react-icons'
import { operators } from '@tba/events/funnels/definition.ts'
import { IconButton, Select, TypedField } from '../parts/controls.tsx'
import { FilterMenu } from '../parts/menus.tsx'
import type { DraftCondition, Operator, Problems } from './draft.ts'
import { Problem } from './fields.tsx'
import type { Offered } from './offered.ts'
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
const yesOrNo = [
  { value: '', label: '…' },
  { value: 'true', label: 'sì' },
  { value: 'false', label: 'no' },
]

type ValueProps = Pick<Props, 'event' | 'condition' | 'offered'> & {
  name: string
  set: (value: string | number | boolean) => void
}

function ValueField({ event, condition: { field, value }, offered, name, set }: ValueProps) {
  const kind = offered.kind(event, field)
  if (kind === 'number')
    return (
      <TypedField
        type="number"
        step="any"
        aria-label={name}
        value={typeof value === 'boolean' ? '' : String(value ?? '')}
        take={text => text !== '' && Number.isFinite(Number(text)) && set(Number(text))}
      />
    )
  if (kind === 'boolean')
    return (
      <Select
        aria-label={name}
        options={yesOrNo}
        value={value === null ? '' : String(value)}
        choose={text => text !== '' && set(text === 'true')}
      />
    )
  const known = offered.values(event, field)
  return (
    <FilterMenu
      name={name}
      shown={value === null ? 'Scegli o scrivi…' : value === '' ? 'niente' : valueName(field, value)}
      hint="Scegli, o scrivi il valore…"
      choices={() => known}
      typed={text => (known.some(({ value }) => value === text) ? [] : [{ value: text, label: `«${text}»` }])}
      chosen={value === null ? [] : [String(value)]}
      choose={set}
    />
  )
}

/** A field, what is asked of it, and the value. */
export function ConditionEditor({ place, path, problems, change, remove, ...of }: Props) {
  const { event, condition, offered } = of
  const { field, op } = condition
  const ops: readonly Operator[] = opsOf[offered.kind(event, field)]
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
      <Select
        aria-label={`Confronto, ${place}`}
        options={[...new Set([...ops, op])].map(value => ({ value, label: operatorNames[value] }))}
        value={op}
        choose={next => change({ ...condition, op: next as Operator })}
      />
      <ValueField {...of} name={`Valore, ${place}`} set={value => change({ ...condition, value })} />
      <IconButton aria-label={`Togli la condizione, ${place}`} onClick={remove}>
        <Cross2Icon aria-hidden />
      </IconButton>
      {['field', 'op', 'value'].map(part => (
        <Problem key={part} problems={problems} path={`${path}.${part}`} />
      ))}
    </li>
  )
}
