import { resolvePeriods } from '@tba/events/asked-period.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { useState } from 'react'
import { onDemand, useLazyPart } from '../../components/on-demand.ts'
import { usePageTitle } from '../../shell/page.tsx'
import { FilterRow } from '../filters/filter-row.tsx'
import { FilterButton, TextButton } from '../parts/filters/controls.tsx'
import { Cautions } from '../parts/page/cautions.tsx'
import { CountingRules } from '../parts/page/page-title.tsx'
import { ExclusionsEditor } from './builder/exclusions.editor.tsx'
import { ProblemsOf } from './builder/fields.tsx'
import { parseBar } from './builder/open-bar.ts'
import { useFunnelAddress, useRequestedFunnel } from './builder/requested-funnel.ts'
import { RulesEditor } from './builder/rules.editor.tsx'
import { StepsEditor } from './builder/steps.editor.tsx'
import { unitCount } from './builder/words.ts'
import type { DialogRequest } from './funnel.dialogs.tsx'
import { useFunnelFields, useSavedFunnels } from './funnels-data.ts'
import { countingRules, ResultPanel } from './result/result.panel.tsx'
import { FunnelTitle, SavedList } from './saved-list.tsx'
import '../history/event/event.drawer.css'
import './funnels.css'
import './builder/builder.css'
import './result/result.css'
import './result/units.css'

const unitsDrawer = onDemand(() => import('./result/units.drawer.tsx'))
const funnelDialog = onDemand(() => import('./funnel.dialogs.tsx'))

export default function FunnelsPage() {
  const address = useFunnelAddress()
  const requested = useRequestedFunnel(address)
  const list = useSavedFunnels()
  const fields = useFunnelFields()
  const [dialog, setDialog] = useState<DialogRequest | null>(null)
  usePageTitle(requested.saved ? `Funnel: ${requested.saved.name}` : 'Funnel')

  const { draft, definition, problems, shown, saved, against, beside } = requested
  const isEmpty = address.draft === null && address.savedId === ''
  const bar = parseBar(address.openBar, draft.steps.length, Boolean(definition?.compareTo || against.value))
  const { open } = address
  const sides = [shown?.view, beside?.result].flatMap(result => result ?? [])
  const openSentence = ({ open }: FunnelResult, at: number) =>
    open > 0
      ? `Ancora in corso${beside ? `: ${beside.names[at]}` : ''}: ${unitCount(draft.by, open)}, la cui finestra non era finita a quel punto.`
      : ''
  const funnels = list.data?.view.funnels ?? []
  const close = () => setDialog(null)
  const isOpen = Boolean(bar && definition && shown && (beside || !against.value))
  const UnitsDrawer = useLazyPart(unitsDrawer, isOpen, () => open(null))
  const FunnelDialog = useLazyPart(funnelDialog, dialog !== null, close)
  const savedList = <SavedList answer={list} openId={address.savedId} request={setDialog} />

  return (
    <main className="console funnels-page">
      <FunnelTitle
        requested={requested}
        address={address}
        save={() =>
          definition && setDialog({ action: 'save', funnel: { name: saved?.name ?? '', definition } })
        }
      />
      {isEmpty && funnels.length > 0 && savedList}
      <search>
        <FilterRow
          level={draft.by}
          value={draft}
          against={against}
          change={({ filters = [], segment }) => address.change({ ...draft, filters, segment })}
        />
      </search>
      <Cautions
        period={shown?.view ?? draft}
        compared={definition && !beside ? resolvePeriods(definition, Date.now()).compareTo : undefined}
        amounts={sides.flatMap(({ steps }) => steps.map(({ count }) => count))}
        open={sides.map(openSentence).join(' ')}
        robots={String(draft.bots)}
        unplaced={shown?.view.unplaced}
        joined={beside ? undefined : shown?.view.joined}
      />
      <div className="funnel-desk">
        <div className="funnel-builder">
          {address.unreadable && (
            <div className="unread-note" role="alert">
              <p>L’indirizzo è danneggiato: il funnel che contiene non si legge.</p>
              <p className="mono">{`definition=${address.unreadable}`}</p>
              <FilterButton onClick={address.dropUnreadable}>Togli ciò che non si legge</FilterButton>
            </div>
          )}
          <ProblemsOf value={problems}>
            <StepsEditor draft={draft} logFields={fields.data} change={address.change} />
            <ExclusionsEditor draft={draft} logFields={fields.data} change={address.change} />
            {fields.error && (
              <p className="quiet small" role="status">
                I campi e i valori più frequenti non si sono caricati: si possono comunque scrivere.{' '}
                <TextButton
                  aria-disabled={fields.isValidating}
                  onClick={() => fields.isValidating || fields.mutate()}
                >
                  Riprova
                </TextButton>
              </p>
            )}
            <RulesEditor draft={draft} change={address.change} />
          </ProblemsOf>
        </div>
        <section className="funnel-result" aria-label="Conteggio">
          <ResultPanel requested={requested} isEmpty={isEmpty} open={open} change={address.change} />
          <CountingRules rules={countingRules(draft)} isOpen />
        </section>
      </div>
      {!(isEmpty && funnels.length > 0) && savedList}
      {UnitsDrawer && bar && definition && shown && (
        <UnitsDrawer
          key={JSON.stringify([bar, definition])}
          {...(beside && bar.isCompared
            ? { ...beside, bar: { ...bar, isCompared: false }, segment: beside.names[1] }
            : { definition, bar, result: shown.view, segment: beside?.names[0] })}
          close={() => open(null)}
        />
      )}
      {FunnelDialog && dialog && (
        <FunnelDialog
          request={dialog}
          all={funnels}
          close={close}
          saved={async id => {
            await Promise.all([list.mutate(), requested.savedAnswer.mutate()])
            if (dialog.action === 'save') address.show(id)
          }}
          deleted={async id => {
            await list.mutate()
            if (id === address.savedId) address.show('')
          }}
        />
      )}
    </main>
  )
}
