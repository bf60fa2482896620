import type { PersonPart } from '@tba/events/people/views.ts'
import { translator } from '../../parts/words/labels.ts'
import { wordsFor } from '../words.ts'

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

export const wordsOfPart = (kind: Kind) => wordsFor[kind === 'account' ? 'customer' : kind]

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
