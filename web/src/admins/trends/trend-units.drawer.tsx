import type { TrendDefinition } from '@tba/events/trends/definition.ts'
import { trendUnitsPage } from '@tba/events/trends/views.ts'
import { askPage } from '../api/pages.ts'
import { UnitList } from '../parts/lists/unit-list.tsx'
import { Drawer } from '../parts/page/drawer.tsx'
import type { OpenPoint } from './trend.figure.tsx'
import { pointName } from './trend-lines.ts'

const readUnits = askPage('/api/admin/trends/units')

const kinds = {
  events: { kind: 'event', title: 'Eventi' },
  visits: { kind: 'visit', title: 'Visite' },
  persons: { kind: 'person', title: 'Persone' },
} as const

type Props = {
  definition: TrendDefinition
  point: OpenPoint
  /** The name of the one of two that it counts. */
  segment: string | undefined
  close: () => void
}

/** Exactly what a number of the trend counts. */
export default function TrendUnits({ definition, point, segment, close }: Props) {
  const { isOther: _, ...at } = point
  const { kind, title } = kinds[definition.count]
  const when = point.start ? `: ${pointName(definition, point.start)}` : ' del periodo'
  return (
    <Drawer title={`${title}${when}${segment ? ` · ${segment}` : ''}`} close={close}>
      <UnitList
        kind={kind}
        request={JSON.stringify({ ...definition, at })}
        schema={trendUnitsPage}
        read={readUnits}
      />
    </Drawer>
  )
}
