import { ChevronLeftIcon, ChevronRightIcon } from '@radix-ui/react-icons'
import { relativePeriods } from '@tba/events/period.ts'
import { FilterButton, Select } from '../filters/controls.tsx'
import { DayRange } from './day-field.tsx'
import { isRelative, movingNames, movingPeriod, named, type Picked, periodAround } from './period.ts'
import { dayOf } from './rome-time.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const presets = relativePeriods.map(value => ({ value, label: capital(movingNames[value]) }))
const ownDays = { value: 'own', label: 'Date scelte' }

type Props = {
  picked: Picked
  pick: (picked: Picked) => void
  /** The name of «no period»; absent: there must be one. */
  none?: string
}

/** The picker of all pages: a relative period, or days of Rome. Arrows go to the period before and after. */
export function PeriodPicker({ picked, pick, none }: Props) {
  const { moving, from, to } = picked
  const isOwn = moving === null && (from !== '' || to !== '')
  const isWhole = dayOf(from) !== '' && dayOf(to) !== ''
  const own = (days: Partial<Picked>) => pick({ ...picked, ...days, moving: null })
  const step = (by: -1 | 1) => () => pick(named(periodAround({ from, to }, by)))

  function choose(name: string) {
    if (isRelative(name)) pick(movingPeriod(name))
    else if (name === '') pick({ moving: null, from: '', to: '' })
    else own(isWhole ? {} : movingPeriod('7d'))
  }
  return (
    <span className="period-picker">
      <FilterButton aria-label="Periodo prima" disabled={!isWhole} onClick={step(-1)}>
        <ChevronLeftIcon aria-hidden />
      </FilterButton>
      <Select
        aria-label="Periodo"
        options={[...(none ? [{ value: '', label: none }] : []), ...presets, ownDays]}
        value={isOwn ? ownDays.value : (moving ?? '')}
        choose={choose}
      />
      <FilterButton
        aria-label="Periodo dopo"
        disabled={!isWhole || Date.parse(to) > Date.now()}
        onClick={step(1)}
      >
        <ChevronRightIcon aria-hidden />
      </FilterButton>
      {isOwn && <DayRange from={from} to={to} set={(end, at) => own({ [end]: at })} />}
    </span>
  )
}
