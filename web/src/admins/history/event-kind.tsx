import type { EventType } from '@tba/events/registry.ts'

/** What happened, in Italian; it does not compile with a type missing. */
const names: Record<EventType, string> = {
  AccountRegistered: 'Registrazione',
  RegistrationAbandoned: 'Registrazione abbandonata',
  ProfileUpdated: 'Profilo modificato',
  ProfileImageChanged: 'Immagine del profilo cambiata',
  PasswordChanged: 'Password cambiata',
  SessionsRevoked: 'Sessioni revocate',
  AccountErased: 'Account cancellato',
  EmailClaimed: 'Indirizzo assegnato',
  EmailReleased: 'Indirizzo liberato',
  PasswordResetRequested: 'Nuova password richiesta',
  PasswordResetUsed: 'Link per la password usato',
  ErasureRequested: 'Cancellazione richiesta',
  SessionOpened: 'Accesso',
  SessionClosed: 'Uscita',
  SessionExpired: 'Sessione scaduta',
  PlanActivated: 'Piano attivato',
  PlanChanged: 'Piano cambiato',
  SetupStepCompleted: 'Passo completato',
  SetupStepReopened: 'Passo riaperto',
  SetupNoted: 'Annotazione su un passo',
  LicenceIssued: 'Licenza rilasciata',
  SetupCompleted: 'Configurazione completata',
  CredentialsSaved: 'Credenziali salvate',
  BotActivated: 'Bot attivato',
  LeadSubmitted: 'Lead inviato',
  LeadErased: 'Lead cancellato',
  QuestionnaireSubmitted: 'Questionario inviato',
  QuestionnaireErased: 'Questionario cancellato',
  VisitStarted: 'Visita iniziata',
  InteractionTracked: 'Interazione',
  AnalyticsEventTracked: 'Evento analytics',
  ConsentChosen: 'Consenso scelto',
  VisitsExpired: 'Visite scadute',
  AdminCreated: 'Amministratore creato',
  AdminPasswordChanged: 'Password di amministratore cambiata',
  AdminSignedIn: 'Accesso di amministratore',
  AdminSignedOut: 'Uscita di amministratore',
  AdminSessionExpired: 'Sessione di amministratore scaduta',
  DataExported: 'Dati esportati',
  PersonalDataViewed: 'Dati di una persona consultati',
  PersonExported: 'Dati di una persona esportati',
  SealedFieldsOpened: 'Dati sigillati aperti',
  HistoryViewSaved: 'Vista salvata',
  HistoryViewRenamed: 'Vista rinominata',
  HistoryViewDeleted: 'Vista eliminata',
  MeasurementIdChanged: 'ID di misurazione cambiato',
  ProjectionRebuildRequested: 'Ricostruzione di una proiezione richiesta',
  ParkedStreamRetried: 'Flusso in attesa ritentato',
  ParkedStreamSkipped: 'Evento saltato da una proiezione',
}

/** A type of a newer build has no name here, and is shown as it is. */
export const eventName = (type: string): string =>
  Object.hasOwn(names, type) ? names[type as EventType] : type

/** The event in Italian; its type, by which one searches, on hover. */
export const EventKind = ({ type }: { type: string }) => <span title={type}>{eventName(type)}</span>
