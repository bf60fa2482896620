import { Button } from '@radix-ui/themes'
import { type FunnelDefinition, resolved } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { useRef, useState } from 'react'
import { readFailure } from '../console-data.ts'
import { Drawer } from '../parts/drawer.tsx'
import { count } from '../parts/numbers.ts'
import { ViewState } from '../parts/view-state.tsx'
import { amountOf, type OpenBar } from './bars.ts'
import { Instead } from './instead.tsx'
import { unitCount } from './numbers-in-words.ts'
import { UnitRow } from './unit-row.tsx'
import { useUnits } from './units-data.ts'
import { breakdownNames, groupName, stepName } from './words.ts'

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
  const amount = amountOf(bar, result)
  const definition = result.position ? { ...drawn, asOf: result.position } : drawn
  const { step, outcome, value, isCompared } = bar
  const { by, breakdown, steps } = definition
  const [nowMs] = useState(() => Date.now())
  const { compareTo, ...dated } = resolved(definition, nowMs)
  const counted = isCompared && compareTo ? { ...dated, ...compareTo } : definition
  const list = useUnits({
    ...{ definition, step, outcome },
    ...(isCompared && { compared: true }),
    ...(value !== undefined && { value }),
  })
  const { units, isFirst, isWhole, isValidating, error, more } = list
  const end = useRef<HTMLParagraphElement>(null)
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
          {isFirst || (error && units.length === 0) ? (
            <ViewState answer={list} />
          ) : units.length === 0 ? (
            <p className="quiet">{amount === null ? 'Nel risultato non c’è questo gruppo.' : 'Nessuno.'}</p>
          ) : (
            <ol className="units">
              {units.map(unit => (
                <UnitRow key={unit.id} definition={counted} unit={unit} />
              ))}
            </ol>
          )}
          {units.length > 0 && (
            <p className="quiet small units-end" role="status" tabIndex={-1} ref={end}>
              {isWhole ? `Tutti: ${count(units.length)}.` : `I primi ${count(units.length)}.`}
            </p>
          )}
          {error && units.length > 0 && <p role="alert">{readFailure(error)}</p>}
          {units.length > 0 && !isWhole && (
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
        </section>
      </div>
    </Drawer>
  )
}
