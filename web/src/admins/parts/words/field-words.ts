import {
  categoryName,
  contactWord,
  deviceWord,
  known,
  planWord,
  roleWord,
  stepWord,
  trackedName,
} from './labels.ts'

/** Names of the fields of events and states. */
const names: Readonly<Record<string, string>> = {
  ...{ accountId: 'Account', userId: 'Numero del cliente', email: 'Email', status: 'Stato', state: 'Stato' },
  ...{
    firstName: 'Nome',
    lastName: 'Cognome',
    profile: 'Profilo',
    changes: 'Cambiamenti',
    phone: 'Telefono',
  },
  ...{ bio: 'Biografia', website: 'Sito', linkedinUrl: 'LinkedIn', twitterUrl: 'X', facebookUrl: 'Facebook' },
  ...{ instagramUrl: 'Instagram', telegramUrl: 'Telegram', whatsappNumber: 'WhatsApp', country: 'Paese' },
  ...{ timezone: 'Fuso orario', imageUrl: 'Immagine', passwordHash: 'Impronta della password' },
  ...{ createdAt: 'Creato', updatedAt: 'Aggiornato', expiresAt: 'Scadenza', by: 'Come' },
  ...{ except: 'Sessione tenuta', revoked: 'Sessioni revocate', times: 'Quante volte' },
  ...{ resetId: 'Link per la password', resets: 'Link per la password', heldBy: 'Assegnato a' },
  ...{
    requestedAt: 'Richiesto',
    device: 'Dispositivo',
    address: 'Rete (troncata)',
    plan: 'Piano',
    step: 'Passo della configurazione',
  },
  ...{ steps: 'Passi', depositEuro: 'Deposito in euro', brokerLink: 'Pagina del broker' },
  ...{
    screenshots: 'Schermate',
    licenceKey: 'Codice licenza',
    completedAt: 'Conclusa',
    credentials: 'Credenziali',
  },
  ...{ credentialsId: 'Credenziali', platform: 'Piattaforma', loginNumber: 'Login', password: 'Password' },
  ...{ server: 'Server', bots: 'Bot', botId: 'Bot', botType: 'Tipo di bot', allocatedEuro: 'Euro assegnati' },
  ...{
    allocatedAmount: 'Euro assegnati',
    strategyName: 'Strategia',
    emailHash: 'Email (solo la sua impronta)',
  },
  ...{ name: 'Nome', message: 'Messaggio', deposit: 'Deposito', countryCode: 'Prefisso', age: 'Età' },
  ...{ occupation: 'Professione', tradingExperience: 'Esperienza', investmentAmount: 'Importo' },
  ...{
    investmentGoal: 'Obiettivo',
    riskTolerance: 'Rischio',
    timeframe: 'Quando',
    contactMethod: 'Come essere contattati',
  },
  ...{
    additionalInfo: 'Altre informazioni',
    source: 'Sorgente',
    userAgent: 'Browser e sistema',
    referrer: 'Provenienza',
  },
  ...{ eventType: 'Tipo di interazione', elementId: 'Id dell’elemento', page: 'Pagina' },
  ...{ elementText: 'Testo dell’elemento', additionalData: 'Altri dati', eventName: 'Nome dell’evento' },
  ...{
    eventCategory: 'Sezione',
    eventLabel: 'Etichetta',
    eventValue: 'Valore',
    choice: 'Scelta',
    consent: 'Consenso',
    action: 'Azione',
  },
  ...{ reason: 'Motivo', before: 'Prima di', visits: 'Visite', expiredVisits: 'Visite scadute' },
  ...{ startedAt: 'Inizio', lastAt: 'Ultimo evento', interactions: 'Interazioni', refusals: 'Rifiuti' },
  ...{ analyticsEvents: 'Eventi analytics', adminId: 'Amministratore', role: 'Ruolo', invitation: 'Invito' },
  ...{
    invitationId: 'Invito',
    secret: 'Segreto',
    recoveryHashes: 'Codici di recupero',
    isConfirmed: 'Confermata',
  },
  ...{
    recoveryCode: 'Codice di recupero',
    secondFactor: 'Verifica in due passaggi',
    lastStep: 'Ultimo codice',
  },
  ...{
    usedRecoveryCodes: 'Codici di recupero usati',
    exported: 'Che cosa è stato esportato',
    kind: 'Genere',
    id: 'Id',
  },
  ...{
    eventId: 'Evento',
    stream: 'Flusso',
    type: 'Tipo',
    measurementId: 'ID di misurazione',
    filters: 'Filtri',
  },
  ...{ screen: 'Pagina della console', period: 'Periodo', campaign: 'Campagna', entry: 'Ingresso' },
  ...{ exit: 'Uscita', viewed: 'Pagina vista', browser: 'Browser', system: 'Sistema', converted: 'Esito' },
  registered: 'Registrazione',
  ...{ visit: 'Visita', actor: 'Autore', correlation: 'Richiesta', q: 'Parole', from: 'Dal', to: 'Al' },
  ...{ order: 'Ordine', definition: 'Definizione', version: 'Versione', parked: 'Flusso in attesa' },
  ...{ skipped: 'Eventi saltati', types: 'Tipi', mode: 'Modo', projection: 'Proiezione', replay: 'Replica' },
  ...{ events: 'Eventi', found: 'Trovati', format: 'Formato', list: 'Elenco' },
  ...{ event: 'Evento', where: 'Condizioni', field: 'Campo', op: 'Confronto', value: 'Valore' },
  ...{ windowSeconds: 'Tempo in secondi', stepWindowsSeconds: 'Tempo tra i passi, in secondi' },
  ...{ strict: 'Stretto', breakdown: 'Suddivisione', compareTo: 'Confronto', equalAge: 'A pari età' },
  trend: 'Andamento',
}

export const fieldName = (name: string) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name)

/** Not for readers. */
const forMachines = new Set(['position', 'passwordSince', 'since', 'end', 'asOf'])
export const isForReading = (name: string) => !forMachines.has(name)

const consent = known(new Map(Object.entries({ all: 'Accettato', none: 'Rifiutato' })))
const status = known(
  new Map(
    Object.entries({
      ...{
        unknown: 'Non c’è ancora',
        registered: 'Registrato',
        abandoned: 'Abbandonato',
        erased: 'Cancellato',
      },
      ...{
        open: 'Aperta',
        closed: 'Chiusa',
        submitted: 'Inviato',
        deleted: 'Eliminato',
        unused: 'Non usato',
      },
      ...{
        used: 'Usato',
        asked: 'Richiesta',
        cancelled: 'Annullata',
        finished: 'Finita',
        failed: 'Non riuscita',
      },
      ...{ invited: 'Invitato', active: 'Attivo', ended: 'Chiuso' },
    }),
  ),
)
const by = known(
  new Map(Object.entries({ customer: 'Dal cliente', 'reset-link': 'Con un link per la password' })),
)
const kind = known(
  new Map(
    Object.entries({
      ...{
        customer: 'Cliente',
        lead: 'Contatto',
        questionnaire: 'Questionario',
        questionnaires: 'Questionari',
      },
      ...{ customers: 'Clienti', leads: 'Contatti' },
      ...{ interactions: 'Interazioni', analytics: 'Analytics', events: 'Eventi', overview: 'Panoramica' },
      ...{ visits: 'Visite', stream: 'Flusso', funnel: 'Funnel', projection: 'Proiezione' },
    }),
  ),
)

/** Fields with a fixed set of words. The whole state may be one. */
const words: Readonly<Record<string, (value: string) => string>> = {
  ...{
    '': status,
    device: deviceWord,
    status,
    state: status,
    role: roleWord,
    by,
    kind,
    exported: kind,
    screen: kind,
    list: kind,
  },
  ...{ plan: planWord, step: stepWord, steps: stepWord, contactMethod: contactWord },
  ...{
    choice: consent,
    consent,
    eventType: trackedName,
    eventName: trackedName,
    eventCategory: categoryName,
  },
}

/** `path` is that of the field: `bots.0.botType`. */
export function valueWord(path: string, value: string): string {
  const field = path.split('.').findLast(part => !/^\d+$/.test(part)) ?? ''
  return Object.hasOwn(words, field) ? (words[field]?.(value) ?? value) : value
}

/** `bots.0.botType` is «Bot 1: Tipo di bot». */
export function pathName(path: string): string {
  if (path === '') return 'Stato'
  return path
    .split('.')
    .map((part, at) => (/^\d+$/.test(part) && at > 0 ? ` ${Number(part) + 1}` : `: ${fieldName(part)}`))
    .join('')
    .slice(2)
}
