import { refusals } from '../testing/refusals.ts'
import { alarmDefinition, saveAlarm, snoozeAlarm, trialAlarm } from './definition.ts'

const series = (count: number) => Array.from({ length: count }, () => ({ event: 'LeadSubmitted' }))
const silence = { series: series(1), count: 'events', kind: 'silence', hours: 6 }
const open = { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' }
const noValue = 'value: Valore non valido'
const noClock = 'Ora non valida'
const noHours = 'hours: Le ore sono un numero intero da 1 a 720'
const tooLong = 'hours: La finestra dura al massimo otto settimane'
const noLeast = 'least: Il minimo è un numero intero, almeno 1'

test.each<[more: object, refusal: string]>([
  [{ series: undefined }, 'series: Eventi richiesti'],
  [{ series: [] }, 'series: Serve almeno un evento'],
  [{ series: series(5) }, 'series: Al massimo quattro eventi'],
  [{ count: 'clicks' }, 'count: Si contano eventi, visite o persone'],
  [{ kind: 'noise' }, 'kind: Tipo di avviso non valido'],
  [{ value: 0 }, 'value: Il silenzio non ha un valore'],
  [{ kind: 'below' }, 'value: Valore richiesto'],
  [{ kind: 'change' }, 'value: Valore richiesto'],
  [{ kind: 'below', value: '1' }, noValue],
  [{ kind: 'below', value: -1 }, noValue],
  [{ kind: 'above', value: -1 }, noValue],
  [{ kind: 'above', value: 1e9 + 1 }, noValue],
  [{ kind: 'change', value: -101 }, noValue],
  [{ kind: 'change', value: 0 }, 'value: La variazione è diversa da zero'],
  [{ kind: 'change', value: 1, least: 0 }, noLeast],
  [{ kind: 'change', value: 1, least: 1e9 + 1 }, noLeast],
  [{ least: 1 }, 'least: Il minimo vale solo per una variazione'],
  [{ hours: 0 }, noHours],
  [{ hours: 1.5 }, noHours],
  [{ hours: 721 }, noHours],
  [{ open: { ...open, days: undefined } }, 'open.days: Giorni richiesti'],
  [{ open: { ...open, days: [] } }, 'open.days: Serve almeno un giorno'],
  [{ open: { ...open, days: Array(8).fill(1) } }, 'open.days: Giorni non validi'],
  [{ open: { ...open, days: [0] } }, 'open.days.0: Giorno non valido'],
  [{ open: { ...open, days: [8] } }, 'open.days.0: Giorno non valido'],
  [{ open: { ...open, days: ['1'] } }, 'open.days.0: Giorno non valido'],
  ...['9:00', '24:30', '09:60', '24:00x', 'x24:00', 9].map(
    from => [{ open: { ...open, from } }, `open.from: ${noClock}`] satisfies [object, string],
  ),
  [{ open: { ...open, to: '09:00' } }, 'open: L’orario finisce prima di cominciare'],
  [{ hours: 361, open }, tooLong],
  [{ hours: 9, open: { days: [1, 1], from: '00:00', to: '01:00' } }, tooLong],
  [{ holidays: 1 }, 'holidays: Sì o no'],
])('an alarm with %j is refused', (more, refusal) => {
  expect(refusals(alarmDefinition, { ...silence, ...more })[0]).toBe(refusal)
  expect(refusals(saveAlarm, { ...silence, name: 'Silenzio', ...more })[0]).toBe(refusal)
  expect(refusals(trialAlarm, { ...silence, ...more })[0]).toBe(refusal)
})

test.each([
  [{ hours: 720, series: series(4), count: 'visits', holidays: true }],
  [{ kind: 'below', value: 0, hours: 1, count: 'persons' }],
  [{ kind: 'above', value: 1e9 }],
  [{ kind: 'change', value: -100, least: 1 }],
  [{ kind: 'change', value: 50, least: 1e9 }],
  [{ hours: 360, open }],
  [{ hours: 8, open: { days: [1, 1], from: '00:00', to: '01:00' } }],
  [{ open: { days: [7], from: '23:00', to: '24:00' } }],
])('an alarm with %j is not', more => expect(refusals(alarmDefinition, { ...silence, ...more })).toEqual([]))

test('an alarm has a name to be saved, and needs none to be tried', () => {
  expect(refusals(saveAlarm, silence)).toEqual(['name: Nome richiesto'])
  expect(refusals(trialAlarm, { ...silence, name: 'Silenzio' })).toEqual([])
})

test('an alarm is paused until a date', () => {
  expect(refusals(snoozeAlarm, { until: 'domani' })).toEqual(['until: Data non valida'])
  expect(refusals(snoozeAlarm, { until: '2026-01-01' })).toEqual([])
})
