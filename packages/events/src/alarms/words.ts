import type { z } from 'zod'
import type { AlarmDefinition } from './definition.ts'
import type { unknownReasons } from './events.ts'
import type { alarmState } from './states.ts'

export const alarmStates: Readonly<Record<z.infer<typeof alarmState>, string>> = {
  ok: 'Tace',
  pending: 'Sta per suonare',
  firing: 'Suona',
  recovering: 'Sta rientrando',
  unknown: 'Non si sa',
  paused: 'In pausa',
}

/** Why nothing can be said. */
export const unknownSentences: Readonly<Record<(typeof unknownReasons)[number], string>> = {
  behind: 'Il conteggio è fermo o in ritardo: controlla Proiezioni.',
  nothing: 'Nel periodo non è stato registrato nulla, nemmeno una visita: controlla che il sito raccolga.',
  young: 'Il registro non arriva ancora così indietro.',
}

export const weekdays = ['lun', 'mar', 'mer', 'gio', 'ven', 'sab', 'dom']
export const counted = { events: 'eventi', visits: 'visite', persons: 'persone' } as const
const number = (value: number) => value.toLocaleString('it-IT', { useGrouping: 'always' })

/** When an alarm fires, in a sentence. */
export function alarmSentence({ kind, value = 0, hours, count, open, holidays, least = 1 }: AlarmDefinition) {
  const what = {
    silence: 'nessun evento',
    below: `meno di ${number(value)} ${counted[count]}`,
    above: `più di ${number(value)} ${counted[count]}`,
    change: `${counted[count]}: ${value > 0 ? '+' : '−'}${number(Math.abs(value))}% o oltre rispetto alle stesse ore delle settimane prima (almeno ${number(least)} in media)`,
  }[kind]
  const window = hours === 1 ? 'in un’ora' : `in ${number(hours)} ore`
  const when = open
    ? ` di apertura (${weekdays.filter((_, at) => open.days.includes(at + 1)).join(', ')}, ${open.from}–${open.to})`
    : ''
  return `${what} ${window}${when}${holidays ? ', festivi esclusi' : ''}`
}
