import { ChevronLeftIcon, ChevronRightIcon } from '@radix-ui/react-icons'
import { relativePeriods } from '@tba/events/period.ts'
import { FilterButton, Select } from '../filters/controls.tsx'
import { DayRange } from './day-field.tsx'
import { isRelative, type PickedPeriod, periodNames, pickDates, pickRelative, stepPeriod } from './period.ts'
import { dayOf } from './rome-time.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const presets = relativePeriods.map(value => ({ value, label: capital(periodNames[value]) }))
const customDates = { value: 'own', label: 'Date scelte' }

type Props = {
  picked: PickedPeriod
  pick: (picked: PickedPeriod) => void
  /** The name of «no period»; absent: there must be one. */
  none?: string
}

/** The picker of all pages: a relative period, or days of Rome. Arrows go to the period before and after. */
export function PeriodPicker({ picked, pick, none }: Props) {
  const { relative, from, to } = picked
  const isCustom = relative === null && (from !== '' || to !== '')
  const hasBothDates = dayOf(from) !== '' && dayOf(to) !== ''
  const isLast = !hasBothDates || Date.parse(to) > Date.now()
  const pickCustom = (days: Partial<PickedPeriod>) => pick({ ...picked, ...days, relative: null })
  const step = (by: -1 | 1) => () => pick(pickDates(stepPeriod({ from, to }, by)))

  function choose(name: string) {
    if (isRelative(name)) pick(pickRelative(name))
    else if (name === '') pick({ relative: null, from: '', to: '' })
    else pickCustom(hasBothDates ? {} : pickRelative('7d'))
  }
  return (
    <span className="period-picker">
      <FilterButton aria-label="Periodo prima" disabled={!hasBothDates} onClick={step(-1)}>
        <ChevronLeftIcon aria-hidden />
      </FilterButton>
      <Select
        aria-label="Periodo"
        options={[...(none ? [{ value: '', label: none }] : []), ...presets, customDates]}
        value={isCustom ? customDates.value : (relative ?? '')}
        choose={choose}
      />
      <FilterButton aria-label="Periodo dopo" disabled={isLast} onClick={step(1)}>
        <ChevronRightIcon aria-hidden />
      </FilterButton>
      {isCustom && <DayRange from={from} to={to} set={(end, at) => pickCustom({ [end]: at })} />}
    </span>
  )
}
