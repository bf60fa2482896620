/** What else a page is looked for by, apart by «, ». */
export const pageWords: Readonly<Record<string, string>> = {
  Richieste: 'lead, contatti, questionari, chiamate, da chiamare oggi, richiamare, note, esportare CSV',
  'Da richiesta a cliente': 'esiti, conversione, quali richieste diventano clienti',
  Persone:
    'cliente, cercare per telefono o cognome, doppioni, unire, cancellare, GDPR, privacy, ricevuta, esportare i dati, stato in un giorno passato',
  Clienti: 'utenti registrati, piani, bot, configurazione',
  Panoramica:
    'traffico, statistiche, sorgenti, provenienza, fonte, da dove arrivano, campagne, dispositivi, confronto con il mese scorso, segmenti, filtri',
  Andamenti:
    'trend, nel tempo, serie, per giorno, per mese, per sorgente, quanti piani attivati, grafico, annotazioni, prima e dopo',
  Funnel: 'conversione, imbuto, passi, abbandoni, dove si perdono, dove escono',
  Percorsi: 'paths, pagine prima di un contatto, che cosa fanno dopo la home',
  Fidelizzazione: 'retention, coorti, chi torna, tornano per settimana, ritornano',
  Visite:
    'sessione, registrazione, replay, rivedere, riguardare, percorso di una visita passo per passo, errori',
  Report: 'condividere, link per il capo, riepilogo, stampare, PDF, ogni settimana, ogni lunedì',
  Eventi:
    'log, cronologia, storia, registrato oggi, dal clic alla tabella, causa, rifiuti, esportare, scaricare, in diretta',
  Repliche: 'replay, riproduci, rigioca, verificare le tabelle',
  Proiezioni:
    'aggiornato, dati aggiornati, in ritardo, lag, rebuild, ricostruire, parcheggiati, bloccati, tabelle di lettura',
  Registro:
    'audit, accessi, chi ha visto, chi ha guardato, chi ha letto, chi ha esportato, chi ha cancellato',
  Cruscotto: 'ultimi 30 giorni, interazioni, analytics, esportare CSV',
  Avvisi:
    'allarmi, avvisami, quando si fermano le richieste, silenzio, soglia, notifiche, lettera, email, alert',
  Account:
    'invitare, analista, amministratore, permessi, ruoli, collega, verifica in due passaggi, due fattori, autenticazione, 2FA, password, sessioni aperte',
  Impostazioni: 'Google Analytics, ID di misurazione, durata delle richieste perse',
}
