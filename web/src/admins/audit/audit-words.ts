import type { AuditWhat } from '@tba/events/audit/views.ts'

/** What administrators do, in one word. */
export const auditWords: Record<AuditWhat, string> = {
  signedIn: 'Accesso',
  signedOut: 'Uscita',
  looked: 'Consultazione',
  opened: 'Apertura',
  exported: 'Esportazione',
  changed: 'Modifica',
  replayed: 'Replica',
  rebuilt: 'Ricostruzione',
  retried: 'Ritentativo',
  skipped: 'Salto',
  erased: 'Cancellazione',
}
