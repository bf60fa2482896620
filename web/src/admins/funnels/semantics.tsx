import { spanInWords } from '../parts/durations.ts'
import type { Draft } from './draft.ts'

const whose: Record<Draft['by'], string> = {
  visit:
    'Si conta per visita: valgono gli eventi della visita e tutto ciò che è stato fatto durante la visita.',
  customer:
    'Si conta per cliente: valgono gli eventi dell’account, della configurazione e degli accessi, e le visite legate al cliente con il suo consenso.',
}

/** What the numbers mean, rule by rule, in plain words. */
export function Semantics({ draft }: { draft: Draft }) {
  const { by, windowSeconds, strict, bots } = draft
  const one = by === 'visit' ? 'Una visita' : 'Un cliente'
  return (
    <section className="semantics" aria-labelledby="semantics-title">
      <h2 id="semantics-title">Come si conta</h2>
      <ol>
        <li>
          {whose[by]} {one} conta una volta sola.
        </li>
        <li>
          L’ordine è quello del registro, mai quello di un orologio. Un evento vale per un passo solo: il
          passo dopo vuole un evento che viene dopo.
        </li>
        <li>
          Il primo passo sta nel periodo; la sua fine è esclusa. Gli altri possono venire dopo, purché entro{' '}
          {spanInWords(windowSeconds)} dal primo, compreso l’ultimo istante. Dove è scritto, vale anche il
          tempo massimo da un passo all’altro.
        </li>
        <li>
          Un passo è raggiunto se esiste una qualsiasi catena di eventi che ci arriva: conta anche un inizio
          più tardo che porta più lontano.
        </li>
        <li>
          {strict
            ? 'Passi consecutivi: degli eventi che valgono per un passo qualsiasi, quelli della catena devono essere vicini.'
            : 'Tra un passo e l’altro può succedere qualunque altra cosa. Con «senza altri passi in mezzo» la catena dev’essere fatta di passi vicini.'}
        </li>
        <li>
          Il tempo mediano va da un passo al successivo, tra chi lo ha raggiunto: di ognuno conta la catena
          che arriva prima e, tra quelle, la partenza più tarda.
        </li>
        <li>
          La provenienza è quella detta all’inizio della visita. Dove l’inizio non ne dice una, l’elenco delle
          visite mostra la prima detta dopo, e qui vale «nessuno».
        </li>
        <li>
          Ciò che viene dopo la posizione indicata non esiste.{' '}
          {bots ? 'Le visite dei robot sono contate.' : 'Le visite dei robot sono lasciate fuori.'}
        </li>
      </ol>
    </section>
  )
}
