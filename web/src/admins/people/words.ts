import type { PersonKind } from '@tba/events/people/events.ts'
import type { SetupState } from '@tba/events/people/views.ts'

export const stateNames: Record<SetupState, string> = {
  registered: 'Registrato',
  plan: 'Piano scelto',
  'in-progress': 'In corso',
  complete: 'Completo',
}

type Words = {
  path: 'customers' | 'leads' | 'questionnaires'
  list: string
  /** In the address: the open one. */
  one: string
  erased: string
  goes: readonly string[]
  stays: readonly string[]
}

const record =
  'il registro degli eventi, cifrato con una chiave che viene distrutta: nessuno può più leggerlo'

export const wordsFor: Record<PersonKind, Words> = {
  customer: {
    path: 'customers',
    list: 'Clienti',
    one: 'cliente',
    erased: 'Cliente cancellato',
    goes: [
      'nome, email, contatti, biografia e immagine del profilo',
      'piano, configurazione, credenziali e bot',
      'le sessioni aperte: chi le usa ne esce subito',
    ],
    stays: [
      record,
      'le visite al sito, senza nulla che porti alla persona',
      'contatti e questionari inviati con la stessa email, che si cancellano a parte',
    ],
  },
  lead: {
    path: 'leads',
    list: 'Contatti',
    one: 'contatto',
    erased: 'Contatto cancellato',
    goes: ['nome, email, telefono e messaggio'],
    stays: [record, 'altri contatti, questionari e l’account con la stessa email'],
  },
  questionnaire: {
    path: 'questionnaires',
    list: 'Questionari',
    one: 'questionario',
    erased: 'Questionario cancellato',
    goes: ['nome, email, telefono e ogni risposta'],
    stays: [record, 'altri questionari, contatti e l’account con la stessa email'],
  },
}
