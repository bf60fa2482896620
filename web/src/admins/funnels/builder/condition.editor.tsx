import { Cross2Icon, PlusIcon } from '@radix-ui/react-icons'
import { operators } from '@tba/events/condition.ts'
import { fieldsOf } from '@tba/events/fields.ts'
import { operatorNames } from '@tba/events/filters/words.ts'
import type { FunnelFields } from '@tba/events/funnels/views.ts'
import { filterOfStep, interactionFilter, withoutBanner } from '@tba/events/tracking/interaction-type.ts'
import type { ReactNode } from 'react'
import { Check, IconButton, Select, TextButton, TypedField } from '../../parts/filters/controls.tsx'
import type { Choice } from '../../parts/filters/filter-menu.popover.tsx'
import { exactChoice, FilterMenu } from '../../parts/filters/menus.tsx'
import { fieldName } from '../../parts/words/field-words.ts'
import type { DraftCondition, Operator } from './draft.ts'
import { Problem, useItemFocus } from './fields.tsx'
import { isOfBanner, leavesOutBanner, valueName } from './words.ts'

type OfferedField = FunnelFields['types'][number]['fields'][number]
type Kind = OfferedField['kind']

/** The fields of an event type: those in the log with their frequent values, then the others. */
function offeredFields(logFields: FunnelFields | undefined, event: string): OfferedField[] {
  const known = logFields?.types.find(({ type }) => type === event)?.fields ?? []
  const others = fieldsOf(event).filter(({ path }) => !known.some(field => field.path === path))
  return [...known, ...others.map(({ path, kind, choices }) => ({ path, kind, values: [...choices] }))]
}

const opsByKind = { text: operators, number: ['is', 'isNot', 'gt', 'lt'], boolean: ['is', 'isNot'] } as const
const booleanOptions = [
  { value: '', label: '…' },
  { value: 'true', label: 'sì' },
  { value: 'false', label: 'no' },
]

type ValueProps = {
  condition: DraftCondition
  kind: Kind
  values: readonly string[]
  name: string
  set: (value: string | number | boolean) => void
}

function choiceOf(field: string, value: string): Choice {
  const label = valueName(field, value)
  return { value, label, ...(label.toLowerCase() !== value.toLowerCase() && { detail: value }) }
}

function ValueField({ condition: { field, value }, kind, values, name, set }: ValueProps) {
  if (kind === 'number')
    return (
      <TypedField
        type="number"
        step="any"
        aria-label={name}
        value={typeof value === 'boolean' ? '' : String(value ?? '')}
        onCommit={text => text !== '' && Number.isFinite(Number(text)) && set(Number(text))}
      />
    )
  if (kind === 'boolean')
    return (
      <Select
        aria-label={name}
        options={booleanOptions}
        value={value === null ? '' : String(value)}
        choose={text => text !== '' && set(text === 'true')}
      />
    )
  return (
    <FilterMenu
      name={name}
      shown={value === null ? 'Scegli o scrivi…' : value === '' ? 'niente' : valueName(field, value)}
      hint="Scegli, o scrivi il valore…"
      choices={() => values.map(each => choiceOf(field, each))}
      typedChoices={text => (values.includes(text) ? [] : [{ value: text, label: `«${text}»` }])}
      chosen={value === null ? [] : [String(value)]}
      choose={set}
    />
  )
}

type Props = {
  fields: readonly OfferedField[]
  condition: DraftCondition
  /** «passo 2, condizione 1». */
  positionLabel: string
  path: string
  change: (condition: DraftCondition) => void
  remove: () => void
}

function ConditionEditor({ fields, condition, positionLabel, path, change, remove }: Props) {
  const { field, op } = condition
  const { kind = 'text', values = [] } = fields.find(each => each.path === field) ?? {}
  const ops: readonly Operator[] = opsByKind[kind]
  return (
    <li className="condition">
      <FilterMenu
        name={`Campo, ${positionLabel}`}
        shown={field === '' ? 'Scegli un campo…' : fieldName(field)}
        hint="Cerca un campo, o scrivi il suo percorso…"
        choices={() => fields.map(({ path }) => ({ value: path, label: fieldName(path), detail: path }))}
        typedChoices={exactChoice}
        chosen={field === '' ? [] : [field]}
        choose={next => next !== field && change({ field: next, op: 'is', value: null })}
      />
      <Select
        aria-label={`Confronto, ${positionLabel}`}
        options={[...new Set([...ops, op])].map(value => ({ value, label: operatorNames[value] }))}
        value={op}
        choose={next => change({ ...condition, op: next })}
      />
      <ValueField
        condition={condition}
        kind={kind}
        values={values}
        name={`Valore, ${positionLabel}`}
        set={value => change({ ...condition, value })}
      />
      <IconButton aria-label={`Togli la condizione, ${positionLabel}`} onClick={remove}>
        <Cross2Icon aria-hidden />
      </IconButton>
      {['field', 'op', 'value'].map(part => (
        <Problem key={part} path={`${path}.${part}`} />
      ))}
    </li>
  )
}

const maxConditions = 10
const newCondition: DraftCondition = { field: '', op: 'is', value: null }

type ListProps = {
  event: string
  /** What the log holds. */
  logFields: FunnelFields | undefined
  where: readonly DraftCondition[]
  set: (where: DraftCondition[]) => void
  /** The number of the step; null: there are no steps. */
  step: number | null
  children?: ReactNode
}

/** All conditions must hold. The focus moves to the added condition, or to the one after a removed one. */
export function Conditions({ event, logFields, where: all, set: setAll, step, children }: ListProps) {
  const isClick = filterOfStep({ event, where: all }) === interactionFilter('button_click')
  const hasBanner = !leavesOutBanner(all)
  const where = hasBanner ? all : all.filter(condition => !isOfBanner(condition))
  const setWith = (conditions: DraftCondition[], banner: boolean) =>
    setAll(banner ? conditions : [...conditions, ...withoutBanner])
  const set = (conditions: DraftCondition[]) => setWith(conditions, hasBanner)
  const { list, fallback, focusItem } = useItemFocus<HTMLUListElement>()
  const fields = offeredFields(logFields, event)
  const label = step === null ? 'Condizioni' : `Condizioni del passo ${step}`
  function change(changed: DraftCondition[], focused: number) {
    set(changed)
    focusItem(focused)
  }
  return (
    <>
      {where.length > 0 && (
        <ul ref={list} className="conditions" aria-label={label}>
          {where.map((condition, at) => (
            <ConditionEditor
              // biome-ignore lint/suspicious/noArrayIndexKey: a condition is nothing but its place.
              key={at}
              fields={fields}
              condition={condition}
              positionLabel={`${step === null ? '' : `passo ${step}, `}condizione ${at + 1}`}
              path={`${step === null ? '' : `steps.${step - 1}.`}where.${at}`}
              change={changed => set(where.with(at, changed))}
              remove={() => change(where.toSpliced(at, 1), at)}
            />
          ))}
        </ul>
      )}
      <div className="step-foot">
        {event !== '' && where.length < maxConditions && (
          <TextButton
            ref={fallback}
            {...(step !== null && { 'aria-label': `Aggiungi una condizione al passo ${step}` })}
            onClick={() => change([...where, newCondition], where.length)}
          >
            <PlusIcon aria-hidden /> Condizione
          </TextButton>
        )}
        {isClick && (
          <Check checked={hasBanner} set={banner => setWith([...where], banner)}>
            Anche il banner dei cookie
          </Check>
        )}
        {children}
      </div>
    </>
  )
}
