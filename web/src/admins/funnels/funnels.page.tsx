import { useMemo, useRef, useState } from 'react'
import { usePageTitle } from '../../shell/page-title.ts'
import { onDemand, useWanted } from '../parts/on-demand.ts'
import { useAskedFunnel } from './asked-funnel.ts'
import { type OpenBar, readBar, writeBar } from './bars.ts'
import { emptyDraft } from './draft.ts'
import { FieldsNote } from './fields-note.tsx'
import { FunnelTitle } from './funnel-title.tsx'
import { useFunnelFields } from './funnels-data.ts'
import { offered } from './offered.ts'
import { lastDays } from './periods.ts'
import { ResultPanel } from './result.panel.tsx'
import { RulesEditor } from './rules.editor.tsx'
import { useSavedFunnels } from './saved-data.ts'
import { type Asked, SavedList } from './saved-list.tsx'
import { Semantics } from './semantics.tsx'
import { StepsEditor } from './steps.editor.tsx'
import { UnreadNote } from './unread-note.tsx'
import { useFunnelAddress } from './use-funnel-address.ts'
import '../history/history.css'
import '../history/event.drawer.css'
import './funnels.css'
import './builder.css'
import './result.css'
import './units.css'

const unitsDrawer = onDemand(() => import('./units.drawer.tsx'))
const saveDialog = onDemand(() => import('./save-funnel.dialog.tsx'))
const deleteDialog = onDemand(() => import('./delete-funnel.dialog.tsx'))

/** How many get from step to step. The definition, the saved funnel and the open bar stand in the address. */
export default function FunnelsPage() {
  const address = useFunnelAddress()
  const empty = useMemo(() => emptyDraft(lastDays(30)), [])
  const asked = useAskedFunnel(address, empty)
  const list = useSavedFunnels()
  const fields = useFunnelFields()
  const offers = useMemo(() => offered(fields.data), [fields.data])
  const counted = useRef<HTMLElement>(null)
  const [dialog, setDialog] = useState<Asked | { does: 'save' } | null>(null)
  usePageTitle(asked.saved ? `Funnel: ${asked.saved.name}` : 'Funnel')

  const { draft, definition, problems, shown, saved } = asked
  const isEmpty = address.draft === null && address.savedId === ''
  const bar = readBar(address.params, {
    steps: draft.steps.length,
    isCompared: definition?.compareTo !== undefined,
  })
  const open = (next: OpenBar | null) => address.edit(params => writeBar(params, next))
  const funnels = list.data?.view.funnels ?? []
  const close = () => setDialog(null)
  const changed = () => Promise.all([list.mutate(), asked.kept.mutate()])
  const isOpen = Boolean(bar && definition && shown)
  const UnitsDrawer = useWanted(unitsDrawer, isOpen, () => open(null))
  const isNamed = dialog?.does === 'save' || dialog?.does === 'rename'
  const SaveFunnelDialog = useWanted(saveDialog, isNamed, close)
  const DeleteFunnelDialog = useWanted(deleteDialog, dialog?.does === 'delete', close)
  const savedList = <SavedList answer={list} openId={address.savedId} ask={setDialog} />

  return (
    <main className="console funnels-page">
      <FunnelTitle
        asked={asked}
        address={address}
        save={() => setDialog({ does: 'save' })}
        changed={changed}
      />
      {isEmpty && funnels.length > 0 && savedList}
      <div className="funnel-desk">
        <div className="funnel-builder">
          <UnreadNote unread={address.unread} drop={address.dropUnread} />
          <StepsEditor draft={draft} problems={problems} offered={offers} change={address.change} />
          {fields.error && <FieldsNote again={fields.mutate} isReading={fields.isValidating} />}
          <RulesEditor draft={draft} problems={problems} change={address.change} />
        </div>
        <section className="funnel-result" aria-label="Conteggio" tabIndex={-1} ref={counted}>
          <ResultPanel
            {...{ asked, isEmpty, open }}
            change={address.change}
            stayHere={() => counted.current?.focus({ preventScroll: true })}
          />
          <Semantics draft={draft} />
        </section>
      </div>
      {!(isEmpty && funnels.length > 0) && savedList}
      {UnitsDrawer && bar && definition && shown && (
        <UnitsDrawer
          key={JSON.stringify([bar, definition])}
          definition={definition}
          bar={bar}
          result={shown.result}
          close={() => open(null)}
        />
      )}
      {SaveFunnelDialog && dialog?.does === 'save' && definition && (
        <SaveFunnelDialog
          funnels={funnels}
          funnel={{ name: saved?.name ?? '', definition }}
          renamed={null}
          close={close}
          saved={async id => {
            await changed()
            address.show(id)
          }}
        />
      )}
      {SaveFunnelDialog && dialog?.does === 'rename' && (
        <SaveFunnelDialog
          funnels={funnels}
          funnel={dialog.funnel}
          renamed={dialog.funnel.id}
          close={close}
          saved={changed}
        />
      )}
      {DeleteFunnelDialog && dialog?.does === 'delete' && (
        <DeleteFunnelDialog
          funnel={dialog.funnel}
          close={close}
          deleted={async () => {
            await list.mutate()
            if (dialog.funnel.id === address.savedId) address.show('')
          }}
        />
      )}
    </main>
  )
}
