import type { PersonKind } from '@tba/events/people/events.ts'

type Words = {
  path: 'customers' | 'leads' | 'questionnaires'
  plural: string
  /** In the address: the open one. */
  singular: string
  erased: string
  erasedData: readonly string[]
  keptData: readonly string[]
}

/** What is kept of everything erased. */
export const record =
  'il registro degli eventi, cifrato con una chiave che viene distrutta: nessuno può più leggerlo'

export const wordsFor: Record<PersonKind, Words> = {
  customer: {
    path: 'customers',
    plural: 'Clienti',
    singular: 'cliente',
    erased: 'Cliente cancellato',
    erasedData: [
      'nome, email, contatti, biografia e immagine del profilo',
      'piano, configurazione, credenziali e bot',
      'le sessioni aperte: chi le usa ne esce subito',
    ],
    keptData: [
      record,
      'le visite al sito, senza nulla che porti alla persona',
      'contatti e questionari inviati con la stessa email, che si cancellano a parte',
    ],
  },
  lead: {
    path: 'leads',
    plural: 'Contatti',
    singular: 'contatto',
    erased: 'Contatto cancellato',
    erasedData: ['nome, email, telefono e messaggio'],
    keptData: [record, 'altri contatti, questionari e l’account con la stessa email'],
  },
  questionnaire: {
    path: 'questionnaires',
    plural: 'Questionari',
    singular: 'questionario',
    erased: 'Questionario cancellato',
    erasedData: ['nome, email, telefono e ogni risposta'],
    keptData: [record, 'altri questionari, contatti e l’account con la stessa email'],
  },
}
