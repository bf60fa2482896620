import { Cross2Icon } from '@radix-ui/react-icons'
import type { Filtered } from '@tba/events/filters/filter.ts'
import { useState } from 'react'
import { onDemand, useLazyPart } from '../../components/on-demand.ts'
import { IconButton, TextButton } from '../parts/filters/controls.tsx'
import { FilterMenu } from '../parts/filters/menus.tsx'
import type { Against } from './against.ts'
import { type Segment, useSegments } from './segments-data.ts'
import { filterText } from './words.ts'

const segmentDialogs = onDemand(() => import('./segment.dialogs.tsx'))

type Place = NonNullable<Filtered['segment']>

type PickerProps = {
  name: string
  remove: string
  /** Left out: not read yet. */
  all: readonly Segment[] | undefined
  value: Place | undefined
  set: (segment: Place | undefined) => void
}

/** The address keeps the revision that was picked. */
function SegmentPicker({ name, remove, all, value, set }: PickerProps) {
  const picked = all?.find(({ id }) => id === value?.id)
  const pick = (found: Segment | undefined) => found && set({ id: found.id, revision: found.revision })
  return (
    <>
      <FilterMenu
        name={name}
        {...(value && { shown: picked?.name ?? (all ? 'eliminato' : '…') })}
        hint="Cerca un segmento…"
        none="Nessun segmento salvato: scegli dei filtri e salvali con un nome."
        choices={() =>
          (all ?? []).map(({ id, name, filters }) => ({
            value: id,
            label: name,
            detail: filters.map(filterText).join(', '),
          }))
        }
        chosen={value ? [value.id] : []}
        choose={id => pick(all?.find(each => each.id === id))}
      />
      {value && (
        <IconButton aria-label={remove} onClick={() => set(undefined)}>
          <Cross2Icon aria-hidden />
        </IconButton>
      )}
      {picked && picked.revision !== value?.revision && (
        <TextButton onClick={() => pick(picked)}>È cambiato: usa quello di oggi</TextButton>
      )}
    </>
  )
}

type Props = { value: Filtered; change: (value: Filtered) => void; against: Against | undefined }

/** Picks a saved segment and one to compare it with, saves the row as one, deletes it. */
export function SegmentControls({ value, change, against }: Props) {
  const { filters = [], segment } = value
  const { data, mutate } = useSegments()
  const all = data?.view.segments ?? []
  const picked = all.find(({ id }) => id === segment?.id)
  const [dialog, setDialog] = useState<'save' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const Dialogs = useLazyPart(segmentDialogs, dialog !== null, close)
  return (
    <>
      <SegmentPicker
        name="Segmento"
        remove="Togli il segmento"
        all={data?.view.segments}
        value={segment}
        set={next => change({ filters, segment: next })}
      />
      {against?.value && <span className="quiet">a confronto con</span>}
      {against && (
        <SegmentPicker
          name="Confronta con il segmento…"
          remove="Togli il confronto"
          all={data?.view.segments}
          {...against}
        />
      )}
      {filters.length > 0 && <TextButton onClick={() => setDialog('save')}>Salva come segmento…</TextButton>}
      {picked && <TextButton onClick={() => setDialog('delete')}>Elimina il segmento…</TextButton>}
      {Dialogs && dialog && (
        <Dialogs
          dialog={dialog}
          picked={picked}
          all={all}
          close={close}
          filters={[...filters, ...(picked?.filters ?? [])]}
          saved={async segment => {
            await mutate()
            change({ segment })
          }}
          deleted={async () => {
            await mutate()
            change({ filters })
          }}
        />
      )}
    </>
  )
}
