import type { ReplayFailure } from './events.ts'

/** Why a replay failed. */
export const failureSentences: Readonly<Record<ReplayFailure, string>> = {
  restored: 'Il registro è stato ripristinato da un backup dopo la richiesta: chiedila di nuovo.',
  notLive: 'La proiezione non è aggiornata alla versione di questo programma: riprova quando lo è.',
  unfoldable: 'Un evento del registro non può essere elaborato dalla proiezione.',
  noRoom: 'Sul disco non c’è più posto: libera spazio e chiedila di nuovo.',
  tooLarge:
    'Gli eventi da contare non stanno nella memoria concessa a una replica: scegli un periodo più breve, meno tipi di evento o passi con condizioni più strette.',
  broken: 'La replica si è interrotta più volte: il registro del programma dice perché.',
}
