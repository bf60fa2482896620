import type { ActivityType } from '@tba/events/accounts/views.ts'

/** A sentence for everything that a customer's activity may tell of. */
export const activitySentence: Record<ActivityType, string> = {
  AccountRegistered: 'Hai creato il tuo account',
  ProfileUpdated: 'Hai aggiornato il profilo',
  ProfileImageChanged: "Hai cambiato l'immagine del profilo",
  PasswordChanged: 'Hai cambiato la password',
  SessionsRevoked: 'Hai chiuso le sessioni sugli altri dispositivi',
  SessionOpened: 'Hai effettuato un accesso',
  SessionClosed: 'Hai effettuato il logout',
  PlanActivated: 'Hai attivato il tuo piano',
  PlanChanged: 'Hai cambiato piano',
  SetupStepCompleted: 'Hai completato un passo della configurazione',
  SetupStepReopened: 'Hai riaperto un passo della configurazione',
  SetupNoted: 'Hai aggiunto i dettagli di un passo',
  LicenceIssued: 'Hai ricevuto il codice licenza',
  SetupCompleted: 'Hai completato la configurazione',
  CredentialsSaved: 'Hai salvato le credenziali MT4/MT5',
  BotActivated: 'Hai attivato un bot',
}
