import type { PersonKind } from '@tba/events/people/events.ts'

type Words = {
  path: 'customers' | 'leads' | 'questionnaires'
  plural: string
  /** In the address: the open one. */
  singular: string
  erasedData: readonly string[]
}

/** What is kept of everything erased. */
export const record =
  'il registro degli eventi, cifrato con una chiave che viene distrutta: nessuno può più leggerlo'

export const wordsFor: Record<PersonKind, Words> = {
  customer: {
    path: 'customers',
    plural: 'Clienti',
    singular: 'cliente',
    erasedData: [
      'nome, email, contatti, biografia e immagine del profilo',
      'piano, configurazione, credenziali e bot',
      'le sessioni aperte: chi le usa ne esce subito',
    ],
  },
  lead: {
    path: 'leads',
    plural: 'Contatti',
    singular: 'contatto',
    erasedData: ['nome, email, telefono e messaggio'],
  },
  questionnaire: {
    path: 'questionnaires',
    plural: 'Questionari',
    singular: 'questionario',
    erasedData: ['nome, email, telefono e ogni risposta'],
  },
}
