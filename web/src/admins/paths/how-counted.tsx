/** What the tree counts, in plain words. */
export const HowCounted = () => (
  <details className="note how-counted">
    <summary>Come si conta</summary>
    <ul>
      <li>
        Si conta per visita: i suoi eventi sono quelli del suo flusso e quelli che portano il suo id,
        nell’ordine del registro. Si parte dal primo evento scelto dentro il periodo, una volta per visita, e
        si arriva al massimo a sette giorni da lì.
      </li>
      <li>
        Non sono passi lo scorrimento, il tempo sulla pagina, l’inizio della visita e ciò che il sistema
        annota da sé (indirizzo assegnato o liberato).
      </li>
      <li>
        Una pagina vista e un clic sono tracciati due volte, come interazione e come evento analytics: contano
        una volta, anche se la seconda arriva prima (entro cinque secondi). Le pagine valgono per il loro
        percorso, senza ciò che segue il punto interrogativo.
      </li>
      <li>
        La percentuale è sulle visite del ramo prima. Di ogni ramo si vedono i 12 passi più frequenti: il
        resto è in «Altri passi». I programmi sono esclusi, le visite scadute non ci sono più.
      </li>
    </ul>
  </details>
)
