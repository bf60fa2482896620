import {
  type LetterCounts,
  type LetterFigure,
  type LetterPart,
  mostChanged,
} from '@tba/events/reports/letter-counts.ts'
import type { LetterEvery, LetterSchedule } from '@tba/events/reports/letter-times.ts'
import type { Block, Letter } from './letter.ts'
import { clock, romeTime } from './rome-time.ts'

const month = { month: 'long', year: 'numeric' } as const
const months = romeTime(month)
const dates = romeTime({ ...month, day: 'numeric' })
const moments = romeTime({ ...month, weekday: 'long', day: 'numeric', ...clock })

/** «16–22 novembre 2026». */
function wordsOf({ from, to }: LetterCounts['period'], every: LetterEvery): string {
  if (every === 'month') return months.format(new Date(from))
  // A range begins with two digits.
  return dates.formatRange(new Date(from), new Date(Date.parse(to) - 1)).replace(/^0/, '')
}

const times: Record<LetterEvery, string> = {
  day: 'ogni giorno',
  week: 'ogni lunedì',
  month: 'ogni primo del mese',
}
export const scheduleOf = ({ every, hour }: LetterSchedule) => `${times[every]} alle ${hour}`

function numberOf(value: number | null, isPercent: boolean): string {
  if (value === null) return '—'
  const text = value.toLocaleString('it-IT', { useGrouping: 'always', maximumFractionDigits: 1 })
  return isPercent ? `${text}%` : text
}

const signed = (value: number, unit: string) =>
  `${value > 0 ? '+' : '−'}${Math.abs(value).toLocaleString('it-IT', { maximumFractionDigits: 1 })}${unit}`

function changeOf({ value, before, isPercent, hadMoreTime }: LetterFigure): string {
  if (hadMoreTime || value === null || before === null) return '—'
  if (value === before) return '='
  if (isPercent) return signed(value - before, ' punti')
  return before === 0
    ? `da 0 a ${numberOf(value, false)}`
    : signed(Math.round((100 * (value - before)) / before), '%')
}

function emptyWords({ empty }: LetterPart): string[] {
  if (!empty) return []
  const last = empty.lastAt
    ? `L’ultima volta è stata ${moments.format(new Date(empty.lastAt))}.`
    : 'Finora non ce n’è stata nessuna.'
  const isAlive = empty.recorded > 0
  const collected = isAlive
    ? `La raccolta era attiva: nel periodo sono stati registrati ${numberOf(empty.recorded, false)} eventi di visite.`
    : 'Nel periodo non è stato registrato nulla, nemmeno una visita: controlla che il sito raccolga.'
  return [`Nel periodo: 0. ${last} ${collected}`]
}

function partBlocks(part: LetterPart): Block[] {
  const { name, text, only, failure, figures, bars } = part
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const shown = figures.map(figure => {
    const { value, before, isPercent } = figure
    return [figure.name, numberOf(value, isPercent), numberOf(before, isPercent), changeOf(figure)] as const
  })
  return [
    { heading: name },
    ...(text ? [text] : []),
    ...(only ? [only] : []),
    ...(failure ? [`Questa parte non si è potuta contare: ${failure}`] : []),
    ...emptyWords(part),
    ...(shown.length > 0
      ? [
          {
            table: [['', 'Periodo', 'Prima', 'Variazione'], ...shown],
            text: shown.map(
              ([name, value, before, change]) => `${name}: ${value} (prima ${before}, variazione ${change})`,
            ),
          },
        ]
      : []),
    ...(figures.some(({ hadMoreTime }) => hadMoreTime)
      ? ['Dove manca la variazione, il periodo prima ha avuto più tempo.']
      : []),
    ...(bars.length > 0
      ? [
          `${figures[0]?.name}, nel dettaglio:`,
          {
            bars: bars.map(({ label, value }) => ({
              label,
              value: numberOf(value, false),
              share: (100 * value) / most,
            })),
          },
        ]
      : []),
  ]
}

type ReportLetter = {
  to: string
  counts: LetterCounts
  schedule: LetterSchedule
  isTrial: boolean
  /** The report in the console; null: the recipient has no account. */
  link: string | null
  unsubscribe: string
}

/** Counts alone: a letter names nobody. */
export function reportLetter({ to, counts, schedule, isTrial, link, unsubscribe }: ReportLetter): Letter {
  const { title, period, before, parts, countedAt, position } = counts
  const most = mostChanged(parts)
  const news = most ? `${most.name} ${changeOf(most)}` : 'nessuna variazione'
  const own = wordsOf(period, schedule.every)
  return {
    to,
    unsubscribe,
    subject: `${isTrial ? 'Prova: ' : ''}${title}: ${news} (${own})`,
    content: [
      `Il report «${title}»: ${own}, confrontato con ${wordsOf(before, schedule.every)}. Ora di Roma.`,
      ...parts.flatMap(partBlocks),
      ...(link ? [{ button: 'Apri il report', link }] : []),
      {
        small: `Contato ${moments.format(new Date(countedAt))} (Europe/Rome)${position ? `, fino alla posizione ${position}` : ''}.`,
      },
      isTrial
        ? { small: 'È una prova: arriva solo a chi l’ha chiesta.' }
        : {
            small: `Arriva ${scheduleOf(schedule)}.`,
            to: { says: 'Non mandatemela più', address: unsubscribe },
          },
    ],
  }
}

type ConfirmLetter = { to: string; title: string; schedule: LetterSchedule; link: string; brand: string }

export const confirmLetter = ({ to, title, schedule, link, brand }: ConfirmLetter): Letter => ({
  to,
  subject: `Vuoi ricevere il report «${title}»?`,
  content: [
    'Ciao,',
    `dalla console di ${brand} ti vogliono mandare il report «${title}» ${scheduleOf(schedule)}: solo conteggi. Per riceverlo, confermalo da questo link:`,
    { button: 'Ricevi il report', link },
    'Se non lo vuoi, ignora questa email: senza conferma non arriva altro.',
  ],
})
