import { count, percent } from '../../components/format.ts'
import { unitCount, units } from '../funnels/builder/words.ts'
import { fewUnits } from '../parts/page/cautions.tsx'
import { afterName, type By, type Cohorts, intervalName, type Unit, unitWords } from './cohorts.ts'

type Props = {
  by: By
  unit: Unit
  isOrLater: boolean
  cohorts: Cohorts
  caption: string
  /** `<start>.<index>`; without an index the whole cohort. */
  open: (cell: string) => void
}

/** More columns do not fit: the cells wrap, as on a phone. */
const maxColumns = 14

type CellProps = Omit<Props, 'cohorts' | 'caption'> & {
  cohort: Cohorts[number]
  index: number
  amount: number | null
}

function Cell({ by, unit, isOrLater, open, cohort: { start, size, counts }, index, amount }: CellProps) {
  const label = `${unitWords[unit].name} ${index}`
  if (amount === null)
    return (
      <td className="heat-later" data-label={label}>
        <span className="visually-hidden">non ancora</span>
      </td>
    )
  const share = (amount / size) * 100
  // The last interval that has begun runs.
  const running = counts.findLastIndex(each => each !== null) === index
  const title = `${intervalName(unit, start)}, ${afterName(unit, index, isOrLater)}${running ? ', in corso' : ''}`
  return (
    <td className="heat-cell" style={{ '--heat': share / 100 }} data-label={label} data-running={running}>
      {amount === 0 ? (
        <span className="heat-none">
          <span>0</span>
          {running && <span className="visually-hidden">, in corso</span>}
        </span>
      ) : (
        <button type="button" onClick={() => open(`${start}.${index}`)}>
          <b>{percent(share)}</b>{' '}
          <span>
            <span>{count(amount)}</span>{' '}
            <span className="visually-hidden">
              <span>{units[by][amount === 1 ? 0 : 1]}</span>: <span>{title}</span>
            </span>
          </span>
        </button>
      )}
    </td>
  )
}

/** A darker cell is a greater share. */
export function HeatTable({ cohorts, caption, ...shown }: Props) {
  const { by, unit, isOrLater, open } = shown
  const columns = cohorts[0]?.counts.length ?? 0
  const name = units[by][1]
  return (
    <table className="heat" data-wrapped={columns > maxColumns}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{unitWords[unit].name}</th>
          <th scope="col">{`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`}</th>
          {Array.from({ length: columns }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the intervals are their numbers.
            <th key={index} scope="col" title={afterName(unit, index, isOrLater)}>
              {index}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cohorts.map(cohort => (
          <tr key={cohort.start} className={cohort.size < fewUnits ? 'heat-few' : undefined}>
            <th scope="row">{intervalName(unit, cohort.start)}</th>
            <td className="heat-size" data-label={name}>
              <button
                type="button"
                aria-label={`${unitCount(by, cohort.size)}: tutti quelli di ${intervalName(unit, cohort.start)}`}
                onClick={() => open(cohort.start)}
              >
                {count(cohort.size)}
              </button>
            </td>
            {cohort.counts.map((amount, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the intervals are their numbers.
              <Cell key={index} {...shown} cohort={cohort} index={index} amount={amount} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
