import { PlusIcon } from '@radix-ui/react-icons'
import type { FunnelFields } from '@tba/events/funnels/views.ts'
import { FilterButton, Select } from '../../parts/filters/controls.tsx'
import { type Draft, emptyStep, maxSteps } from './draft.ts'
import { EventItem } from './event-item.tsx'
import { Problem, useItemFocus } from './fields.tsx'

type Props = { draft: Draft; logFields: FunnelFields | undefined; change: (draft: Draft) => void }

/** «Senza aver fatto …» between two steps. */
export function ExclusionsEditor({ draft, logFields, change }: Props) {
  const { steps, exclude } = draft
  const set = (next: Draft['exclude']) => change({ ...draft, exclude: next })
  const { list, fallback, focusItem } = useItemFocus<HTMLOListElement>()
  const places = steps
    .slice(1)
    .map((_, at) => ({ value: String(at + 1), label: `tra il passo ${at + 1} e il ${at + 2}` }))
  return (
    <section className="steps-editor" aria-label="Esclusioni">
      {exclude.length > 0 && (
        <ol ref={list}>
          {exclude.map(({ after, ...step }, at) => (
            <EventItem
              // biome-ignore lint/suspicious/noArrayIndexKey: an exclusion is nothing but its place.
              key={at}
              names={[`Esclusione ${at + 1}`, `dell’esclusione ${at + 1}`, `l’esclusione ${at + 1}`]}
              mark={<span className="quiet">Senza</span>}
              path={`exclude.${at}`}
              step={step}
              logFields={logFields}
              change={next => set(exclude.with(at, { ...next, after }))}
              remove={() => {
                set(exclude.toSpliced(at, 1))
                focusItem(at)
              }}
            >
              <Select
                aria-label={`Dove vale l’esclusione ${at + 1}`}
                options={places}
                value={String(after)}
                choose={place => set(exclude.with(at, { ...step, after: Number(place) }))}
              />
            </EventItem>
          ))}
        </ol>
      )}
      <Problem path="exclude" />
      {exclude.length < maxSteps && (
        <FilterButton
          ref={fallback}
          onClick={() => {
            set([...exclude, { ...emptyStep, after: 1 }])
            focusItem(exclude.length)
          }}
        >
          <PlusIcon aria-hidden /> Aggiungi «senza aver fatto…»
        </FilterButton>
      )}
    </section>
  )
}
