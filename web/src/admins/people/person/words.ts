import type { PersonPart } from '@tba/events/people/views.ts'
import { translator } from '../../parts/words/labels.ts'

type Kind = PersonPart['kind']

export const partNames: Record<Kind, string> = {
  lead: 'Contatto',
  questionnaire: 'Questionario',
  account: 'Account',
}

const amounts: Record<Kind, readonly [one: string, many: string]> = {
  lead: ['contatto', 'contatti'],
  questionnaire: ['questionario', 'questionari'],
  account: ['account', 'account'],
}

/** What is kept of everything erased. */
export const record =
  'il registro degli eventi, cifrato con una chiave che viene distrutta: nessuno può più leggerlo'

export const erasedData: Record<Kind, readonly string[]> = {
  account: [
    'nome, email, contatti, biografia e immagine del profilo',
    'piano, configurazione, credenziali e bot',
    'le sessioni aperte: chi le usa ne esce subito',
  ],
  lead: ['nome, email, telefono e messaggio', 'le note di chi ha lavorato la richiesta'],
  questionnaire: ['nome, email, telefono e ogni risposta', 'le note di chi ha lavorato la richiesta'],
}

/** «2 contatti, 1 account». */
export const amountOf = (parts: readonly { kind: Kind }[]) =>
  [...Map.groupBy(parts, ({ kind }) => kind)]
    .map(([kind, { length }]) => `${length} ${amounts[kind][length === 1 ? 0 : 1]}`)
    .join(', ')

/** What an erasure takes with it, by its kind. */
export const heldName = translator({
  lead: 'Contatti',
  questionnaire: 'Questionari',
  account: 'Account, con configurazione e sessioni',
  picture: 'Immagini del profilo',
  objects: 'File conservati',
  notes: 'Note',
  letters: 'Lettere conservate in file',
  jobs: 'Lettere in attesa',
  requests: 'Risposte conservate per le richieste ripetute',
})
