import type { FilterField } from '@tba/events/filters/filter.ts'
import type { RetentionDefinition } from '@tba/events/retention/definition.ts'
import { romeDay, romeIntervals } from '@tba/events/rome-day.ts'
import { filterOfStep, stepOf } from '@tba/events/tracking/interaction-type.ts'
import { useFiltered } from '../filters/filter-row.tsx'
import type { DraftCondition } from '../funnels/builder/draft.ts'
import { parseJson, useFilters } from '../parts/filters/filters.ts'
import { readPeriod } from '../parts/time/period.ts'
import { addDays, startOfDay } from '../parts/time/rome-time.ts'
import type { Unit } from './cohorts.ts'

/** By default, with the current one. */
const shownIntervals: Record<Unit, number> = { day: 14, week: 12, month: 12 }

type StepName = 'cohort' | 'action'

/** The definition in the address. */
export function useRetentionAddress() {
  // The open cell belongs to the last count.
  const filters = useFilters(['cell'])
  const filtered = useFiltered(filters)
  const choice = <T extends string>(name: string, values: readonly [T, ...T[]]): T =>
    values.find(value => value === filters.get(name)) ?? values[0]
  const unit = choice('unit', ['week', 'day', 'month'])
  const by = choice('by', ['customer', 'person', 'visit'])
  const { picked, parameters } = readPeriod(filters.get)
  const { of, startOf } = romeIntervals(unit)
  const shown = {
    from: new Date(startOf(of(Date.now()) - shownIntervals[unit] + 1)).toISOString(),
    to: startOfDay(addDays(romeDay(new Date()), 1)),
  }
  const asked = Object.fromEntries(parameters)
  const breakdown = filters.get('breakdown') as FilterField | ''
  const stepIn = (name: StepName, event: string) => {
    const where = parseJson(filters.get(`${name}Where`))
    return {
      event: filters.get(name) || event,
      where: (Array.isArray(where) ? where : []) as DraftCondition[],
    }
  }
  const steps = { cohort: stepIn('cohort', 'AccountRegistered'), action: stepIn('action', 'SessionOpened') }
  const complete = ({ event, where }: typeof steps.cohort) => ({
    event,
    where: where.filter(({ field, value }) => field !== '' && value !== null),
  })
  const definition = {
    by,
    entry: complete(steps.cohort),
    action: complete(steps.action),
    unit,
    mode: choice('mode', ['in', 'onOrAfter']),
    first: choice('first', ['ever', 'each']),
    ...(asked.period ? { period: asked.period } : { ...shown, ...asked }),
    ...filtered.filtered,
    ...(breakdown && { breakdown, planAt: choice('planAt', ['entry', 'return']) }),
  } as RetentionDefinition
  const setStep = (name: StepName, { event, where }: typeof steps.cohort) =>
    filters.setAll({ [name]: event, [`${name}Where`]: where.length > 0 ? JSON.stringify(where) : '' })
  return {
    filters,
    picked,
    unit,
    by,
    breakdown,
    steps,
    definition,
    filtered,
    chosen: (name: StepName) => filterOfStep(steps[name]),
    choose: (name: StepName, type: string) => setStep(name, stepOf(type)),
    /** Who registers has no plan yet: the plan at the return says more, unless another is chosen. */
    divide: (value: string) =>
      filters.setAll({
        breakdown: value,
        planAt: value === 'plan' && steps.cohort.event === 'AccountRegistered' ? 'return' : '',
      }),
    setWhere: (name: StepName, where: DraftCondition[]) => setStep(name, { event: steps[name].event, where }),
  }
}
