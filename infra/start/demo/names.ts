/** What made-up people are called, do and say. */

export const firstNames = (
  'Giulia Francesca Chiara Sara Martina Valentina Alessia Elena Federica Silvia Laura Paola Ilaria Anna Giorgia ' +
  'Elisa Roberta Claudia Monica Beatrice Michela Serena Camilla Arianna Irene Noemi Veronica Daniela Cristina Marta ' +
  'Marco Alessandro Andrea Francesco Matteo Lorenzo Davide Luca Simone Federico Stefano Riccardo Gabriele Antonio ' +
  'Giuseppe Roberto Paolo Giovanni Fabio Daniele Nicola Pietro Emanuele Tommaso Salvatore Vincenzo Massimo Enrico ' +
  'Claudio Filippo Edoardo Giacomo Mattia Cristian Alberto Dario Niccolò Mirko Sergio Maurizio'
).split(' ')

export const lastNames = [
  ...'Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti Costa Giordano'.split(
    ' ',
  ),
  ...'Mancini Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini'.split(
    ' ',
  ),
  ...'Leone Longo Gentile Martinelli Vitale Lombardo Serra Coppola Marchetti Parisi Villa Conte Ferraro Ferri'.split(
    ' ',
  ),
  ...'Fabbri Bianco Marini Grasso Valentini Messina Sala Gatti Pellegrini Palumbo Sanna Farina Rizzi Monti'.split(
    ' ',
  ),
  ...'Cattaneo Morelli Amato Silvestri Mazza Testa Grassi Pellegrino Carbone Giuliani Benedetti Barone Rossetti'.split(
    ' ',
  ),
  ...['De Luca', 'De Santis', 'D’Angelo', 'D’Amico', 'De Angelis', 'Di Stefano', 'Lo Presti', 'Della Valle'],
]

export const occupations = [
  ...['Impiegata', 'Impiegato', 'Insegnante', 'Infermiera', 'Commerciante', 'Libero professionista'],
  ...[
    'Artigiano',
    'Programmatrice',
    'Ingegnere',

    'Autista',
    'Consulente',
    'Ristoratore',
    'Farmacista',
  ],
  ...[
    'Architetta',
    'Operaio',
    'Agente immobiliare',
    'Geometra',
    'Avvocata',
    'Fisioterapista',
    'Elettricista',
  ],
]

export const leadMessages = [
  'Buongiorno, vorrei capire come funziona il prelievo dei profitti.',
  'Posso iniziare con il piano più piccolo e passare a un altro dopo?',
  'Ho già un conto presso un altro broker: devo aprirne uno nuovo?',
  'Preferirei essere chiamato dopo le 18.',
  'Quanto tempo serve per la configurazione?',
  'Il bot lavora anche di notte?',
  'Vorrei parlare con qualcuno prima di attivare il piano.',
  'C’è un rischio di perdere più del deposito?',
  'Mi interessa soprattutto la gestione del rischio.',
  'Posso fermare il bot quando voglio?',
]

export const questionnaireNotes = [
  'Ho provato il trading manuale, con risultati alterni.',
  'Vorrei capire bene i costi prima di partire.',
  'Ho poco tempo: cerco qualcosa che non richieda di stare davanti al computer.',
  'Mi piacerebbe vedere il bot su un conto di prova.',
  'È possibile avere un consulente che parli anche inglese?',
  'Non ho mai investito: ho bisogno di una spiegazione semplice.',
  'Ho già usato un bot in passato, ma senza stop-loss automatico.',
  'Chiamatemi pure in orario di ufficio.',
  'Come vengono tassati i profitti?',
  'Vorrei diversificare rispetto ai fondi che ho in banca.',
]

export const bios = [
  'La finanza personale mi appassiona: imparo un passo alla volta.',
  'Lavoro nel commercio e seguo i mercati nel tempo libero.',
  'Investo poco, ma con costanza.',
  'Mi interessa capire come un algoritmo prende le sue decisioni.',
  'Dopo anni di fondi, provo qualcosa di diverso.',
]
