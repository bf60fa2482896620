import { unitsPage } from '@tba/events/funnels/views.ts'
import type { RetentionDefinition } from '@tba/events/retention/definition.ts'
import { askPage } from '../api/pages.ts'
import { UnitList } from '../parts/lists/unit-list.tsx'
import { Drawer } from '../parts/page/drawer.tsx'
import { afterName, intervalName, type PickedCell } from './cohorts.ts'

const readUnits = askPage('/api/admin/retention/units')

const titles = { visit: 'Visite', customer: 'Clienti', person: 'Persone' }

type Props = { definition: RetentionDefinition; at: PickedCell; group: string | null; close: () => void }

export default function RetentionUnitsDrawer({ definition, at, group, close }: Props) {
  const { by, unit, mode } = definition
  const when =
    at.index === undefined
      ? 'Tutti quelli della coorte'
      : `Che lo hanno fatto ${afterName(unit, at.index, mode === 'onOrAfter')}`
  return (
    <Drawer title={`${titles[by]}: ${intervalName(unit, at.start)}`} close={close}>
      <p className="quiet small drawer-note">{`${when}${group === null ? '' : ` · ${group}`}.`}</p>
      <UnitList
        kind={by === 'customer' ? 'account' : by}
        request={JSON.stringify({ ...definition, at })}
        schema={unitsPage}
        read={readUnits}
      />
    </Drawer>
  )
}
