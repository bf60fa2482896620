import { Cross2Icon, PlusIcon } from '@radix-ui/react-icons'
import { operators } from '@tba/events/funnels/definition.ts'
import { fieldsOf } from '@tba/events/funnels/fields.ts'
import type { FunnelFields } from '@tba/events/funnels/views.ts'
import { kindFilter, withoutBanner } from '@tba/events/tracking/tracked-kind.ts'
import type { ReactNode } from 'react'
import { Check, IconButton, Select, TextButton, TypedField } from '../../parts/filters/controls.tsx'
import type { Choice } from '../../parts/filters/filter-menu.popover.tsx'
import { asTyped, FilterMenu } from '../../parts/filters/menus.tsx'
import { eventChoices, filterOfStep, stepKindChoices } from '../../parts/words/event-kind.tsx'
import { fieldName } from '../../parts/words/field-words.ts'
import { isOfBanner, leavesOutBanner, operatorNames, valueName } from '../words.ts'
import type { DraftCondition, Operator } from './draft.ts'
import { Problem, useItemFocus } from './fields.tsx'

type Props = {
  event: string
  condition: DraftCondition
  /** «passo 2, condizione 1». */
  place: string
  path: string
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

function ConditionEditor({ place, path, change, remove, ...of }: Props) {
  const { event, condition, offered } = of
  const { field, op } = condition
  const ops: readonly Operator[] = opsOf[offered.kind(event, field)]
  return (
    <li className="condition">
      <FilterMenu
        name={`Campo, ${place}`}
        shown={field === '' ? 'Scegli un campo…' : fieldName(field)}
        hint="Cerca un campo, o scrivi il suo percorso…"
        choices={() => offered.fields(event)}
        typed={asTyped}
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
        <Problem key={part} path={`${path}.${part}`} />
      ))}
    </li>
  )
}

const mostConditions = 10
const newCondition: DraftCondition = { field: '', op: 'is', value: null }

type ListProps = Pick<Props, 'event' | 'offered'> & {
  where: readonly DraftCondition[]
  set: (where: DraftCondition[]) => void
  /** The number of the step; null: there are no steps. */
  step: number | null
  children?: ReactNode
}

/** All conditions must hold. The focus moves to the added condition, or to the one after a removed one. */
export function Conditions({ event, offered, where: all, set: setAll, step, children }: ListProps) {
  const isClick = filterOfStep({ event, where: all }) === kindFilter('button_click')
  const hasBanner = !leavesOutBanner(all)
  const where = hasBanner ? all : all.filter(condition => !isOfBanner(condition))
  const setWith = (conditions: DraftCondition[], banner: boolean) =>
    setAll(banner ? conditions : [...conditions, ...withoutBanner])
  const set = (conditions: DraftCondition[]) => setWith(conditions, hasBanner)
  const { list, otherwise, focusItem } = useItemFocus<HTMLUListElement>()
  function change(changed: DraftCondition[], focused: number) {
    set(changed)
    focusItem(focused)
  }
  return (
    <>
      {where.length > 0 && (
        <ul
          ref={list}
          className="conditions"
          aria-label={step === null ? 'Condizioni' : `Condizioni del passo ${step}`}
        >
          {where.map((condition, at) => (
            <ConditionEditor
              // biome-ignore lint/suspicious/noArrayIndexKey: a condition is nothing but its place.
              key={at}
              {...{ event, condition, offered }}
              place={`${step === null ? '' : `passo ${step}, `}condizione ${at + 1}`}
              path={`${step === null ? '' : `steps.${step - 1}.`}where.${at}`}
              change={changed => set(where.with(at, changed))}
              remove={() => change(where.toSpliced(at, 1), at)}
            />
          ))}
        </ul>
      )}
      <div className="step-foot">
        {event !== '' && where.length < mostConditions && (
          <TextButton
            ref={otherwise}
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

export type Kind = 'text' | 'number' | 'boolean'
type Seen = FunnelFields['types'][number]
type OfferedField = { path: string; kind: Kind; values: readonly string[] }

/** What a step can choose: event types (those in the log first), fields, frequent values. */
export function offered(seen: FunnelFields | undefined) {
  const types = new Map(seen?.types.map(type => [type.type, type]))

  function fields(event: string): OfferedField[] {
    const known: Seen['fields'] = types.get(event)?.fields ?? []
    const paths = new Set(known.map(({ path }) => path))
    const others = fieldsOf(event).filter(({ path }) => !paths.has(path))
    return [
      ...known,
      ...others.map(({ path, kind, choices }) => ({ path, kind: kind as Kind, values: choices })),
    ]
  }
  return {
    events(): Choice[] {
      const isSeen = ({ value }: Choice) => types.size === 0 || types.has(value)
      return [
        ...stepKindChoices,
        ...eventChoices.filter(isSeen),
        ...eventChoices.filter(choice => !isSeen(choice)),
      ]
    },
    fields: (event: string): Choice[] =>
      fields(event).map(({ path }) => ({ value: path, label: fieldName(path), detail: path })),
    values: (event: string, field: string): Choice[] =>
      (fields(event).find(({ path }) => path === field)?.values ?? []).map(value => {
        const label = valueName(field, value)
        return { value, label, ...(label.toLowerCase() !== value.toLowerCase() && { detail: value }) }
      }),
    kind: (event: string, field: string): Kind =>
      fields(event).find(({ path }) => path === field)?.kind ?? 'text',
  }
}

export type Offered = ReturnType<typeof offered>
