import { type ReactNode, useId } from 'react'
import { DayField } from '../parts/day-field.tsx'
import { dayOf, daysFrom, lastDayBefore, startOfDay } from '../parts/rome-time.ts'
import type { Problems } from './draft.ts'
import { isStartOfDay, type Period } from './periods.ts'
import { Problem } from './problem.tsx'

type Props = {
  /** Which one, for whoever hears it. */
  name: string
  period: Period
  set: (period: Period) => void
  problems: Problems
  /** Of what is wrong with it. */
  path: string
  children?: ReactNode
}

/** From which day of Rome to which. */
export function PeriodFields({ name, period, set, problems, path, children }: Props) {
  const [from, to] = [useId(), useId()]
  const { from: start, to: end } = period
  const isWhole = isStartOfDay(start) && isStartOfDay(end)
  return (
    <div className="period-fields">
      {children}
      <p>
        <label htmlFor={from}>Dal</label>
        <DayField
          id={from}
          spoken={`Dal, ${name}`}
          value={dayOf(start)}
          set={day => day && set({ from: startOfDay(day), to: end })}
        />
      </p>
      <p>
        <label htmlFor={to}>Al</label>
        <DayField
          id={to}
          spoken={`Al, ${name}`}
          value={lastDayBefore(end)}
          set={day => day && set({ from: start, to: startOfDay(daysFrom(day, 1)) })}
        />
      </p>
      {!isWhole && (
        <p className="quiet small mono">
          {start} – {end}
        </p>
      )}
      <Problem problems={problems} path={`${path}from`} />
      <Problem problems={problems} path={`${path}to`} />
    </div>
  )
}
