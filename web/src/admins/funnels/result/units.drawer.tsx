import { resolvePeriods } from '@tba/events/asked-period.ts'
import { breakdownNames } from '@tba/events/filters/words.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { type FunnelResult, type FunnelUnit, funnelUnitsPage } from '@tba/events/funnels/views.ts'
import { useState } from 'react'
import { askPage } from '../../api/pages.ts'
import { groupName } from '../../filters/words.ts'
import { UnitList } from '../../parts/lists/unit-list.tsx'
import { Drawer } from '../../parts/page/drawer.tsx'
import { durationInWords } from '../../parts/time/durations.ts'
import { customerAddress, personAddress, visitAddress } from '../../parts/words/links.tsx'
import type { OpenBar } from '../builder/open-bar.ts'
import { stepName, unitCount } from '../builder/words.ts'
import { amountOf } from './bars.ts'
import { Instead } from './instead.tsx'

const readUnits = askPage('/api/admin/funnels/visits')

/** The page of the visit gets the funnel, to mark its steps. */
function addressOf(definition: FunnelDefinition, id: string): string {
  if (definition.by === 'person') return personAddress(id)
  if (definition.by === 'customer') return customerAddress(id)
  return `${visitAddress(id)}?${new URLSearchParams({ funnel: JSON.stringify(definition) })}`
}

function progressOf({ startedAt, reachedAt, reached, open }: FunnelUnit, steps: number): string {
  const tookSeconds = (Date.parse(reachedAt) - Date.parse(startedAt)) / 1_000
  const duration = reached > 1 ? ` in ${tookSeconds === 0 ? 'un istante' : durationInWords(tookSeconds)}` : ''
  return `${reached} di ${steps} passi${duration}${open && reached < steps ? ', ancora in corso' : ''}`
}

type Props = {
  definition: FunnelDefinition
  bar: OpenBar
  /** At the time of the press. */
  result: FunnelResult
  /** The name of the one of two that it counts. */
  segment: string | undefined
  close: () => void
}

/** The units of a bar, up to the position at which it was opened: a saved funnel continues counting behind the drawer. */
export default function UnitsDrawer({ definition: requested, bar, segment, close, ...props }: Props) {
  const [result] = useState(props.result)
  const [nowMs] = useState(() => Date.now())
  const amount = amountOf(bar, result)
  const definition = result.position ? { ...requested, asOf: result.position } : requested
  const { isCompared, ...group } = bar
  const { step, outcome, value } = group
  const { by, breakdown, steps } = definition
  const { compareTo, ...withDates } = resolvePeriods(definition, nowMs)
  const resolved = isCompared && compareTo ? { ...withDates, ...compareTo } : definition
  const chosen = steps[step - 1]
  const title = outcome === 'reached' ? `Arrivati al passo ${step}` : `Persi dopo il passo ${step}`
  return (
    <Drawer title={title} close={close}>
      <div className="event-drawer units-drawer">
        <p>
          <span>{chosen && stepName(chosen)}</span>
          <span>{isCompared && ' · periodo di confronto'}</span>
          <span>{segment && ` · ${segment}`}</span>
          <span>
            {breakdown &&
              value !== undefined &&
              ` · ${breakdownNames[breakdown]}: ${groupName(breakdown, value)}`}
          </span>
        </p>
        {outcome === 'dropped' && value === undefined && <Instead definition={resolved} step={step} />}
        <section aria-labelledby="units-title">
          <h3 id="units-title">{amount === null ? 'Chi sono' : unitCount(by, amount)}</h3>
          <UnitList
            kind={by === 'customer' ? 'account' : by}
            request={JSON.stringify({ ...definition, ...group, ...(isCompared && { compared: true }) })}
            schema={funnelUnitsPage}
            read={readUnits}
            progressOf={unit => progressOf(unit, steps.length)}
            {...(amount === null && { none: 'Nel risultato non c’è questo gruppo.' })}
            addressOf={id => addressOf(resolved, id)}
          />
        </section>
      </div>
    </Drawer>
  )
}
