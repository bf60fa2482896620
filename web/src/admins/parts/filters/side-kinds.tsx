import { type SideKind, sideKinds } from '@tba/events/tracking/interaction-type.ts'
import { Check } from './controls.tsx'
import type { useFilters } from './filters.ts'

const names: Record<SideKind, string> = {
  consent: 'Anche il consenso ai cookie',
  scroll: 'Anche lo scorrimento',
  time_on_page: 'Anche il tempo sulla pagina',
  error: 'Anche gli errori della pagina',
}

type Props = { filters: Pick<ReturnType<typeof useFilters>, 'getAll' | 'setAll'> }

/** What counts as a step only if it is asked for: a box for each. */
export function SideKinds({ filters }: Props) {
  const chosen = filters.getAll('also')
  return (
    <span className="side-kinds">
      {sideKinds.map(kind => (
        <Check
          key={kind}
          checked={chosen.includes(kind)}
          set={isChosen =>
            filters.setAll({ also: isChosen ? [...chosen, kind] : chosen.filter(each => each !== kind) })
          }
        >
          {names[kind]}
        </Check>
      ))}
    </span>
  )
}
