import { z } from 'zod'
import { funnelStep } from '../condition.ts'
import { moment } from '../moment.ts'
import { savedName, whole } from '../typed.ts'
import { minutesOf } from './open-hours.ts'

const clock = z.string('Ora non valida').regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Ora non valida')
const day = whole('Giorno non valido', 1, 7)

const shape = {
  /** What is counted: events of any of these. */
  series: z
    .array(funnelStep, 'Eventi richiesti')
    .min(1, 'Serve almeno un evento')
    .max(4, 'Al massimo quattro eventi'),
  /** The events, or the visits or persons that have one. */
  count: z.enum(['events', 'visits', 'persons'], 'Si contano eventi, visite o persone'),
  kind: z.enum(['silence', 'below', 'above', 'change'], 'Tipo di avviso non valido'),
  /** `change`: in percent, below zero for a fall. */
  value: z
    .number('Valore non valido')
    .min(-100, 'Valore non valido')
    .max(1e9, 'Valore non valido')
    .optional(),
  /** The window, in open hours. */
  hours: whole('Le ore sono un numero intero da 1 a 720', 1, 720),
  open: z
    .strictObject({
      days: z.array(day, 'Giorni richiesti').min(1, 'Serve almeno un giorno').max(7, 'Giorni non validi'),
      from: clock,
      to: clock,
    })
    .refine(({ from, to }) => from < to, 'L’orario finisce prima di cominciare')
    .optional(),
  holidays: z.boolean('Sì o no').optional(),
  /** `change`: what the weeks before must have on average. */
  least: whole('Il minimo è un numero intero, almeno 1', 1, 1e9).optional(),
}

/** Weeks that a window may last by the calendar, so that it can be counted. */
const maxWeeks = 8
/** A window begins this many days before its end at most: holidays lengthen it. */
export const maxWindowDays = 7 * maxWeeks + 14

type Shape = z.output<z.ZodObject<typeof shape>>
function checkTogether({ kind, value, hours, open, least }: Shape, context: z.RefinementCtx): void {
  const wrong = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (kind === 'silence' && value !== undefined) wrong('value', 'Il silenzio non ha un valore')
  if (kind !== 'silence' && value === undefined) wrong('value', 'Valore richiesto')
  if ((kind === 'below' || kind === 'above') && (value ?? 0) < 0) wrong('value', 'Valore non valido')
  if (kind === 'change' && value === 0) wrong('value', 'La variazione è diversa da zero')
  if (kind !== 'change' && least !== undefined) wrong('least', 'Il minimo vale solo per una variazione')
  const perWeek = open ? (new Set(open.days).size * (minutesOf(open.to) - minutesOf(open.from))) / 60 : 7 * 24
  if (hours > maxWeeks * perWeek) wrong('hours', 'La finestra dura al massimo otto settimane')
}

/** What an alarm counts. */
export const alarmDefinition = z.strictObject(shape).superRefine(checkTogether)
alarmDefinition.register(z.globalRegistry, { id: 'AlarmDefinition' })
export type AlarmDefinition = z.infer<typeof alarmDefinition>

/** POST /api/admin/alarms, PUT /api/admin/alarms/:id. */
export const saveAlarm = z.strictObject({ name: savedName, ...shape }).superRefine(checkTogether)
/** POST /api/admin/alarms/try: what is about to be saved, with its name or without. */
export const trialAlarm = z.strictObject({ name: savedName.optional(), ...shape }).superRefine(checkTogether)

/** POST /api/admin/alarms/:id/snooze. */
export const snoozeAlarm = z.strictObject({ until: moment('Data non valida') })
