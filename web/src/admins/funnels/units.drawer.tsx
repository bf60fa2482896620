import { Button } from '@radix-ui/themes'
import { type FunnelDefinition, resolved } from '@tba/events/funnels/definition.ts'
import { type FunnelResult, type FunnelUnit, funnelUnitsPage } from '@tba/events/funnels/views.ts'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import useSWRInfinite from 'swr/infinite'
import type { z } from 'zod'
import { count } from '../../shell/format.ts'
import { consoleAsk } from '../console-call.ts'
import { readFailure } from '../console-data.ts'
import { Drawer } from '../parts/drawer.tsx'
import { spanInWords } from '../parts/durations.ts'
import { streamAddress } from '../parts/links.tsx'
import { MomentOf } from '../parts/times.tsx'
import { ViewState } from '../parts/view-state.tsx'
import { amountOf, type OpenBar } from './bars.ts'
import { draftOf } from './draft.ts'
import { writeDraft } from './draft-address.ts'
import { Instead } from './instead.tsx'
import { breakdownNames, groupName, stepName, unitCount } from './words.ts'

type Page = z.infer<typeof funnelUnitsPage>
const atOnce = 50

/** The units that a bar counts, page by page. */
function useUnits(definition: FunnelDefinition, { isCompared, ...bar }: OpenBar) {
  const asked = { ...definition, ...bar, ...(isCompared && { compared: true }), limit: atOnce }
  const { data, error, isValidating, size, setSize, mutate } = useSWRInfinite<Page, Error>(
    (at: number, before: Page | null) => {
      if (before && before.next === null) return null
      return ['units', JSON.stringify(at === 0 ? asked : { ...asked, cursor: before?.next })]
    },
    async ([, body]: [string, string]) =>
      funnelUnitsPage.parse(await consoleAsk('/api/admin/funnels/visits', body)),
    { revalidateFirstPage: false, revalidateAll: false, shouldRetryOnError: false },
  )
  return {
    units: (data ?? []).flatMap(({ units }) => units),
    isWhole: data?.at(-1)?.next === null,
    error,
    isValidating,
    more: () => (error ? mutate() : setSize(size + 1)),
    mutate: () => mutate(),
  }
}

/** A visit is opened with the funnel by which somebody came, in the words of its own address: it shows where the steps are. */
function addressOf(definition: FunnelDefinition, id: string): string {
  if (definition.by === 'customer') return `/admin/customers/${encodeURIComponent(id)}`
  const funnel = new URLSearchParams()
  writeDraft(funnel, draftOf(definition))
  return `/admin/visits/${encodeURIComponent(id)}?${new URLSearchParams({ funnel: String(funnel) })}`
}

/** A visit or a customer: when, how far, and where to look at all of it. */
function UnitRow({ definition, unit }: { definition: FunnelDefinition; unit: FunnelUnit }) {
  const { id, startedAt, reachedAt, reached } = unit
  const tookSeconds = (Date.parse(reachedAt) - Date.parse(startedAt)) / 1_000
  const isVisit = definition.by === 'visit'
  return (
    <li>
      <Link className="mono" to={addressOf(definition, id)}>
        {id}
      </Link>
      <span className="unit-said">
        <MomentOf at={startedAt} />, {reached} di {definition.steps.length} passi
        {reached > 1 && ` in ${tookSeconds === 0 ? 'un istante' : spanInWords(tookSeconds)}`}
        {' · '}
        <Link
          to={streamAddress(`${isVisit ? 'visit' : 'account'}-${id}`)}
          aria-label={`Cronologia ${isVisit ? 'della visita' : 'del cliente'} ${id}`}
        >
          Cronologia
        </Link>
      </span>
    </li>
  )
}

type ListProps = {
  list: ReturnType<typeof useUnits>
  counted: FunnelDefinition
  amount: number | null
}

function UnitList({ list, counted, amount }: ListProps) {
  const { units, isWhole, isValidating, error, more } = list
  const end = useRef<HTMLParagraphElement>(null)
  if (units.length === 0)
    return isWhole && !error ? (
      <p className="quiet">{amount === null ? 'Nel risultato non c’è questo gruppo.' : 'Nessuno.'}</p>
    ) : (
      <ViewState answer={list} />
    )
  return (
    <>
      <ol className="units">
        {units.map(unit => (
          <UnitRow key={unit.id} definition={counted} unit={unit} />
        ))}
      </ol>
      <p className="quiet small units-end" role="status" tabIndex={-1} ref={end}>
        {isWhole ? `Tutti: ${count(units.length)}.` : `I primi ${count(units.length)}.`}
      </p>
      {error && <p role="alert">{readFailure(error)}</p>}
      {!isWhole && (
        <Button
          variant="outline"
          aria-disabled={isValidating}
          onClick={async () => {
            if (isValidating) return
            await more()
            // The last page takes the button away.
            if (document.activeElement === document.body) end.current?.focus()
          }}
        >
          {isValidating ? 'Caricamento...' : error ? 'Riprova' : 'Mostra i successivi'}
        </Button>
      )}
    </>
  )
}

type Props = {
  definition: FunnelDefinition
  bar: OpenBar
  /** What was counted when the bar was pressed. */
  result: FunnelResult
  close: () => void
}

/**
 * The very units that a bar counts, or that were lost after it, and what these did instead: up to where the bar counted when
 * it was opened, as long as the drawer is open. A saved funnel goes on behind it.
 */
export default function UnitsDrawer({ definition: drawn, bar, result: latest, close }: Props) {
  const [result] = useState(latest)
  const [nowMs] = useState(() => Date.now())
  const amount = amountOf(bar, result)
  const definition = result.position ? { ...drawn, asOf: result.position } : drawn
  const { step, outcome, value, isCompared } = bar
  const { by, breakdown, steps } = definition
  const { compareTo, ...dated } = resolved(definition, nowMs)
  const counted = isCompared && compareTo ? { ...dated, ...compareTo } : definition
  const list = useUnits(definition, bar)
  const chosen = steps[step - 1]
  return (
    <Drawer
      title={outcome === 'reached' ? `Arrivati al passo ${step}` : `Persi dopo il passo ${step}`}
      close={close}
    >
      <div className="event-drawer units-drawer">
        <p>
          {chosen && stepName(chosen)}
          {isCompared && ' · periodo di confronto'}
          {breakdown &&
            value !== undefined &&
            ` · ${breakdownNames[breakdown]}: ${groupName(breakdown, value)}`}
        </p>
        {outcome === 'dropped' && value === undefined && <Instead definition={counted} step={step} />}
        <section aria-labelledby="units-title">
          <h3 id="units-title">{amount === null ? 'Chi sono' : unitCount(by, amount)}</h3>
          <UnitList {...{ list, counted, amount }} />
        </section>
      </div>
    </Drawer>
  )
}
