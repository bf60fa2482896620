import { breakdownNames, operatorNames } from '@tba/events/filters/words.ts'
import { periodNames } from '../time/period.ts'
import { fieldName } from './field-words.ts'
import { translator } from './labels.ts'

const breakdown = translator(breakdownNames)
const unit = translator({ hour: 'Ora', day: 'Giorno', week: 'Settimana', month: 'Mese' })

/** What fields of saved definitions say. Elsewhere a field with the same name may say something else. */
export const definitionWords: Readonly<Record<string, (value: string) => string>> = {
  breakdown,
  unit,
  interval: unit,
  trend: unit,
  field: value => (Object.hasOwn(breakdownNames, value) ? breakdown(value) : fieldName(value)),
  op: translator(operatorNames),
  by: translator({
    visit: 'Per visita',
    customer: 'Per cliente',
    person: 'Per persona',
    week: 'Per settimana',
    source: 'Per sorgente',
    owner: 'Per responsabile',
    plan: 'Per piano',
  }),
  period: translator(periodNames),
  compareTo: translator({ previous: 'Il periodo prima' }),
  goal: translator({ request: 'Richiesta', registration: 'Registrazione', plan: 'Piano attivato' }),
  mode: translator({ in: 'In quell’intervallo', onOrAfter: 'In o dopo' }),
  first: translator({ ever: 'La prima di sempre', each: 'Ognuna' }),
  planAt: translator({ entry: 'All’ingresso', return: 'Al ritorno' }),
  type: translator({ date: 'Data', text: 'Testo', number: 'Numero' }),
}
