type Column = readonly [name: string, type: string, what: string]

const time = 'TIMESTAMP WITH TIME ZONE'
const visitColumns = (of: string): Column[] => [
  ['source', 'VARCHAR', `sorgente ${of}: utm_source o sito di provenienza`],
  ['campaign', 'VARCHAR', `utm_campaign ${of}`],
  ['device', 'VARCHAR', 'desktop, mobile o tablet'],
  ['robot', 'VARCHAR', 'perché conta come robot; vuoto: non lo è'],
  ['entryPage', 'VARCHAR', 'prima pagina vista'],
]

/** What a query may read, with the columns in their order. Nothing in them is personal. */
export const sqlViews: Readonly<Record<'events' | 'visits' | 'persons', readonly Column[]>> = {
  events: [
    ['id', 'VARCHAR', 'id dell’evento'],
    ['position', 'VARCHAR', 'posizione nel registro: l’ordine degli eventi'],
    ['stream', 'VARCHAR', 'flusso'],
    ['revision', 'INTEGER', 'posto nel flusso, da 0'],
    ['type', 'VARCHAR', 'tipo: InteractionTracked, LeadSubmitted, PlanActivated…'],
    ['recordedAt', time, 'quando è stato registrato'],
    ['actor', 'VARCHAR', 'chi: visitor, customer:…, admin:…, system'],
    ['correlationId', 'VARCHAR', 'la richiesta'],
    ['causationId', 'VARCHAR', 'la causa'],
    ['visitId', 'VARCHAR', 'visita nominata con consenso'],
    ['schemaVersion', 'INTEGER', 'versione dei dati'],
    ['data', 'VARCHAR', 'i dati, in JSON; i campi sigillati sono vuoti'],
    ['sealed', 'VARCHAR', 'nomi dei campi sigillati, in JSON'],
    ['visit', 'VARCHAR', 'la visita dell’evento'],
    ['person', 'VARCHAR', 'id della persona; vuoto se non è di nessuno'],
    ['page', 'VARCHAR', 'pagina, senza dominio'],
    ...visitColumns('della visita'),
    ['day', 'DATE', 'giorno a Roma'],
  ],
  visits: [
    ['visit', 'VARCHAR', 'id della visita'],
    ['position', 'VARCHAR', 'posizione del primo evento'],
    ['firstAt', time, 'primo evento'],
    ['lastAt', time, 'ultimo evento'],
    ['events', 'INTEGER', 'quanti eventi'],
    ['pageViews', 'INTEGER', 'quante pagine viste'],
    ['actions', 'INTEGER', 'quante azioni'],
    ['entryPage', 'VARCHAR', 'prima pagina vista'],
    ['exitPage', 'VARCHAR', 'ultima pagina vista'],
    ...visitColumns('della visita').slice(0, 2),
    ['referrerHost', 'VARCHAR', 'sito di provenienza'],
    ['device', 'VARCHAR', 'desktop, mobile o tablet'],
    ['browser', 'VARCHAR', 'browser'],
    ['system', 'VARCHAR', 'sistema operativo'],
    ['robot', 'VARCHAR', 'perché conta come robot; vuoto: non lo è'],
    ['consent', 'VARCHAR', 'ultima scelta: all o none'],
    ['lead', 'BOOLEAN', 'ha un contatto'],
    ['questionnaire', 'BOOLEAN', 'ha un questionario'],
    ['registration', 'BOOLEAN', 'ha una registrazione'],
    ['plan', 'BOOLEAN', 'ha attivato un piano'],
    ['day', 'DATE', 'giorno a Roma del primo evento'],
  ],
  persons: [
    ['person', 'VARCHAR', 'id della persona'],
    ['firstAt', time, 'primo evento'],
    ['lastAt', time, 'ultimo evento'],
    ['events', 'BIGINT', 'quanti eventi'],
    ['leads', 'BIGINT', 'quanti contatti'],
    ['questionnaires', 'BIGINT', 'quanti questionari'],
    ['registered', 'BOOLEAN', 'si è registrata'],
    ['plan', 'VARCHAR', 'ultimo piano attivato'],
    ['source', 'VARCHAR', 'sorgente della prima visita nota'],
  ],
}

export const sqlAnswer = {
  /** The most rows of an answer. A file has all. */
  maxRows: 1_000,
}
