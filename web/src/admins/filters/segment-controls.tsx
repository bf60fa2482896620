import { Cross2Icon } from '@radix-ui/react-icons'
import type { Filtered } from '@tba/events/filters/filter.ts'
import { useState } from 'react'
import { onDemand, useLazyPart } from '../../components/on-demand.ts'
import { IconButton, TextButton } from '../parts/filters/controls.tsx'
import { FilterMenu } from '../parts/filters/menus.tsx'
import { useSegments } from './segments-data.ts'
import { filterText } from './words.ts'

const segmentDialogs = onDemand(() => import('./segment.dialogs.tsx'))

type Props = { value: Filtered; change: (value: Filtered) => void }

/** Picks a saved segment, saves the row as one, takes it away. The address keeps the revision that was picked. */
export function SegmentControls({ value, change }: Props) {
  const { filters = [], segment } = value
  const { data, mutate } = useSegments()
  const all = data?.view.segments ?? []
  const picked = all.find(({ id }) => id === segment?.id)
  const [dialog, setDialog] = useState<'save' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const Dialogs = useLazyPart(segmentDialogs, dialog !== null, close)
  const pick = (id: string) => {
    const found = all.find(each => each.id === id)
    if (found) change({ ...value, segment: { id, revision: found.revision } })
  }
  return (
    <>
      <FilterMenu
        name="Segmento"
        {...(segment && { shown: picked?.name ?? (data ? 'eliminato' : '…') })}
        hint="Cerca un segmento…"
        none="Nessun segmento salvato: scegli dei filtri e salvali con un nome."
        choices={() =>
          all.map(({ id, name, filters }) => ({
            ...{ value: id, label: name, detail: filters.map(filterText).join(', ') },
          }))
        }
        chosen={segment ? [segment.id] : []}
        choose={pick}
      />
      {segment && (
        <IconButton aria-label="Togli il segmento" onClick={() => change({ filters })}>
          <Cross2Icon aria-hidden />
        </IconButton>
      )}
      {picked && segment && picked.revision !== segment.revision && (
        <TextButton onClick={() => pick(picked.id)}>È cambiato: usa quello di oggi</TextButton>
      )}
      {filters.length > 0 && <TextButton onClick={() => setDialog('save')}>Salva come segmento…</TextButton>}
      {picked && <TextButton onClick={() => setDialog('delete')}>Elimina il segmento…</TextButton>}
      {Dialogs && dialog && (
        <Dialogs
          {...{ dialog, picked, all, close }}
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
