import type { FunnelStep } from './condition.ts'
import { eventWords } from './event-words.ts'
import { fieldNames } from './field-names.ts'
import { operatorNames, valueWord } from './filters/words.ts'
import { isKeyOf } from './keys.ts'

/** «Clic · Testo dell’elemento contiene «Inizia»». */
export function stepName({ event, where = [] }: FunnelStep): string {
  const kind = where.find(({ field, op }) => op === 'is' && field === 'eventType')
  const name = isKeyOf(eventWords, event) ? eventWords[event].name : event
  return [
    kind ? valueWord('eventType', String(kind.value)) : name,
    ...where
      .filter(condition => condition !== kind)
      .map(
        ({ field, op, value }) =>
          `${fieldNames[field] ?? field} ${operatorNames[op]} «${valueWord(field, String(value))}»`,
      ),
  ].join(' · ')
}
