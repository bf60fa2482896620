/** What the product keeps in a visitor's browser; the names are the ones a browser's tools show. */
export const keptInBrowser = [
  {
    name: 'session (con https: __Host-session)',
    place: 'Cookie',
    use: "Mantiene aperto l'accesso all'area privata.",
    lasts: '14 giorni senza attività, 90 al massimo',
  },
  { name: 'consent', place: 'Cookie', use: 'Ricorda la tua scelta sui cookie.', lasts: '6 mesi' },
  {
    name: 'position',
    place: 'Cookie',
    use: 'Dopo una modifica, ti mostra subito i dati aggiornati.',
    lasts: '30 secondi',
  },
  {
    name: 'known-browser',
    place: 'Cookie',
    use: 'Ti lascia accedere anche mentre altri tentano di indovinare la tua password.',
    lasts: '1 anno',
  },
  {
    name: 'theme',
    place: 'Memoria locale',
    use: 'Ricorda il tema chiaro, scuro o di sistema.',
    lasts: 'Finché non lo cancelli',
  },
  {
    name: 'consent',
    place: 'Memoria locale',
    use: 'Evita di chiederti di nuovo la scelta sui cookie.',
    lasts: '6 mesi',
  },
  {
    name: 'session_id',
    place: 'Memoria della scheda',
    use: 'Distingue una visita dalle altre.',
    lasts: 'Finché la scheda è aperta',
  },
  {
    name: 'tracking_outbox',
    place: 'Memoria della scheda',
    use: 'Conserva i conteggi non ancora inviati quando manca la rete.',
    lasts: 'Finché la scheda è aperta',
  },
]
