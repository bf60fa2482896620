import type { VisitRow } from '@tba/events/visits/views.ts'

export const outcomes: Record<NonNullable<VisitRow['outcome']>, string> = {
  lead: 'Lead',
  questionnaire: 'Questionario',
  registered: 'Registrazione',
}
export const devices: Record<NonNullable<VisitRow['device']>, string> = {
  desktop: 'Computer',
  mobile: 'Telefono',
  tablet: 'Tablet',
}
export const consents: Record<NonNullable<VisitRow['consent']>, string> = { all: 'Dato', none: 'Rifiutato' }
