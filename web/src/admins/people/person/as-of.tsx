import { Button } from '@radix-ui/themes'
import { SliderField } from '../../../forms/slider-field.tsx'
import type { EventRow } from '../../history/history-data.ts'
import { DayField } from '../../parts/time/day-field.tsx'
import { clockAt, dayOf, momentOn } from '../../parts/time/rome-time.ts'
import { MomentOf } from '../../parts/time/times.tsx'
import type { When } from './person-data.ts'

/** The last of these events that had happened; -1: none of them. */
export function lastEventOf(rows: readonly EventRow[], { asOf, at }: Pick<When, 'asOf' | 'at'>): number {
  if (asOf !== '') return rows.findLastIndex(({ position }) => position <= asOf)
  const ms = Date.parse(at)
  return Number.isNaN(ms)
    ? rows.length - 1
    : rows.findLastIndex(({ recordedAt }) => Date.parse(recordedAt) <= ms)
}

const endOfDay = '23:59'

type Props = {
  rows: readonly EventRow[]
  /** All events of the person were read. */
  isWhole: boolean
  when: When
  /** Of the last event that is shown. */
  shown: number
}

/** A slider over the events, and a day with a time. */
export function AsOf({ rows, isWhole, when, shown }: Props) {
  const { asOf, at } = when
  const isPast = asOf !== '' || at !== ''
  const day = dayOf(at)
  const chooseNumber = (number: number) =>
    when.chooseEvent(number === rows.length && isWhole ? '' : (rows[number - 1]?.position ?? ''))
  const choose = (day: string, time: string) => when.chooseTime(day === '' ? '' : momentOn(day, time))
  const atEvent = rows[shown]?.recordedAt
  return (
    <div className="as-of person-as-of">
      {rows.length > 1 && (
        <SliderField
          label="Com’era dopo l’evento"
          unit={` di ${rows.length}${isWhole ? '' : ' letti'}`}
          range={{ min: Math.min(shown, 0) + 1, max: rows.length, step: 1 }}
          value={shown + 1}
          onChange={chooseNumber}
        />
      )}
      <div className="person-date">
        <span aria-hidden>Com’era il</span>
        <DayField label="Com’era il giorno" value={day} set={next => choose(next, clockAt(at) || endOfDay)} />
        <input
          type="time"
          className="text-filter"
          aria-label="Alle ore, a Roma"
          disabled={day === ''}
          value={clockAt(at)}
          onChange={({ target }) => target.value && choose(day, target.value)}
        />
      </div>
      <p role="status">
        {isPast && (at || atEvent) ? (
          <span>
            Com’era il <MomentOf at={at || (atEvent ?? '')} />
          </span>
        ) : (
          <span className="quiet">Com’è oggi</span>
        )}
        {isPast && (
          <Button variant="outline" size="1" onClick={() => when.chooseEvent('')}>
            Torna a oggi
          </Button>
        )}
      </p>
    </div>
  )
}
