import { unitsPage } from '@tba/events/funnels/views.ts'
import type { PathTree as Tree } from '@tba/events/paths/views.ts'
import { UnitList } from '../parts/lists/unit-list.tsx'
import { Drawer } from '../parts/page/drawer.tsx'
import { nodeAt, stepName } from './path-tree.tsx'
import { root } from './paths-address.ts'

type Props = { tree: Tree; query: string; way: string; isByPerson: boolean; close: () => void }

export default function PathUnitsDrawer({ tree, query, way, isByPerson, close }: Props) {
  const node = nodeAt(tree, way === root ? '' : way)
  if (!node)
    return (
      <Drawer title="Ramo non trovato" close={close}>
        <p className="quiet drawer-note">
          In questo albero non c’è un ramo così: l’indirizzo è di un altro conteggio, oppure è sbagliato.
        </p>
      </Drawer>
    )
  const step = stepName(node, tree.direction)
  const name = step.detail === null ? step.kind : `${step.kind}: ${step.detail}`
  const kind = isByPerson ? 'person' : 'visit'
  const units = isByPerson ? 'persone' : 'visite'
  const request = new URLSearchParams(query)
  if (way !== root) request.set('way', way)
  if (tree.position !== null) request.set('asOf', tree.position)
  return (
    <Drawer title={way === root ? `Tutte le ${units}` : name} close={close}>
      <p className="quiet small drawer-note">
        {`Le ${units} di questo ramo, dalla più recente: tante quante ne conta.`}
      </p>
      <UnitList kind={kind} request={`/api/admin/paths/visits?${request}`} schema={unitsPage} />
    </Drawer>
  )
}
