import { domainToUnicode } from 'node:url'
import { withDialCode } from '@tba/events/people/phone.ts'
import { valueNames } from '@tba/events/value-names.ts'
import type { EventOf } from '../engine/projection.ts'
import type { Letter } from './letter.ts'
import { clock, romeTime } from './rome-time.ts'

type Lead = EventOf<'LeadSubmitted'>['data']
type Questionnaire = EventOf<'QuestionnaireSubmitted'>['data']

const contacts: Record<Questionnaire['contactMethod'], string> = {
  whatsapp: 'WhatsApp',
  call: 'Telefonata',
  demo: 'Demo',
}

export const leadNotice = (to: string, lead: Lead): Letter => ({
  to,
  replyTo: replyTo(lead),
  subject: `Nuova richiesta: piano ${valueNames.plan[lead.plan]}`,
  content: [
    'È arrivata una nuova richiesta dal sito.',
    rows([
      ['Nome', lead.name],
      ['Email', readable(lead.email)],
      ['Telefono', lead.phone],
      ['Piano', valueNames.plan[lead.plan]],
      ['Deposito', `${lead.depositEuro.toLocaleString('it-IT', { useGrouping: 'always' })} €`],
      ['Messaggio', lead.message],
    ]),
  ],
})

export const questionnaireNotice = (to: string, answers: Questionnaire): Letter => ({
  to,
  replyTo: replyTo(answers),
  subject: `Nuovo questionario: contatto via ${contacts[answers.contactMethod]}`,
  content: [
    'Un visitatore ha completato il questionario.',
    rows([
      ['Nome', answers.name],
      ['Email', readable(answers.email)],
      ['Telefono', withDialCode(answers)],
      ['Età', answers.age],
      ['Occupazione', answers.occupation],
      ['Esperienza', answers.tradingExperience],
      ['Importo', answers.investmentAmount],
      ['Obiettivo', answers.investmentGoal],
      ['Rischio', answers.riskTolerance],
      ['Tempistica', answers.timeframe],
      ['Contatto', contacts[answers.contactMethod]],
      ['Note', answers.additionalInfo],
    ]),
  ],
})

type Many = { to: string; hour: Date; count: number; sent: number; publicUrl: string }

const hours = romeTime(clock)

/** @param many `count` notices in that hour. The first `sent` got a letter each */
export function manyNotices({ to, hour, count, sent, publicUrl }: Many): Letter {
  const [from, until] = [hour, new Date(hour.getTime() + 3_600_000)].map(time => hours.format(time))
  return {
    to,
    subject: `${count.toLocaleString('it-IT')} richieste fra le ${from} e le ${until}`,
    content: [
      `Fra le ${from} e le ${until} sono arrivati ${count.toLocaleString('it-IT')} contatti e questionari. Per i primi ${sent} hai ricevuto un avviso; gli altri li trovi nella console.`,
      { button: 'Apri le richieste', link: `${publicUrl}/admin/requests` },
    ],
  }
}

type Calls = { to: string; due: number; overdue: number; link: string }

/** Counts and a link: a letter names nobody. @param calls `due`: up to and with today, of these `overdue` */
export function callsLetter({ to, due, overdue, link }: Calls): Letter {
  const all = due === 1 ? '1 chiamata da fare' : `${due.toLocaleString('it-IT')} chiamate da fare`
  const late = overdue === 0 ? '' : `, ${overdue.toLocaleString('it-IT')} in ritardo`
  return {
    to,
    subject: `Oggi: ${all}`,
    content: [`Fino a stasera: ${all}${late}.`, { button: 'Apri le richieste', link }],
  }
}

function replyTo({ name, email }: { name: string | null; email: string | null }): Letter['replyTo'] {
  return email ? { name: (name ?? '').replace(/\p{Cc}+/gu, ' '), address: email } : undefined
}

/** The domain in Unicode; a wrong punycode stays. */
const readable = (email: string | null) =>
  email?.replace(/[^@]+$/, domain => domainToUnicode(domain) || domain) ?? null

/** Leaves out empty fields. */
function rows(all: readonly (readonly [string, string | null])[]): { rows: (readonly [string, string])[] } {
  return { rows: all.flatMap(([name, value]) => (value ? [[name, value] as const] : [])) }
}
