/** What the table counts, in plain words. */
export const HowCounted = () => (
  <details className="note how-counted">
    <summary>Come si conta</summary>
    <ul>
      <li>
        Un cliente è nella settimana del suo primo evento d’ingresso dentro il periodo: da lunedì a domenica,
        a Roma. Conta una volta sola.
      </li>
      <li>
        Nella settimana n sta chi ha fatto l’azione n settimane di calendario dopo, dall’ingresso in poi
        nell’ordine del registro: una volta o cento, conta uno. Dove ingresso e azione sono lo stesso evento,
        vale anche il primo.
      </li>
      <li>
        Di un cliente valgono gli eventi dell’account, della configurazione e delle sessioni, e quelli delle
        visite legate a lui con il consenso. I programmi sono esclusi.
      </li>
      <li>
        Chi ha cancellato l’account resta nel conto. Le visite scadute no. La settimana tratteggiata è in
        corso; quelle non ancora cominciate mancano.
      </li>
    </ul>
  </details>
)
