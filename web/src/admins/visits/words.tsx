import type { VisitRow } from '@tba/events/visits/views.ts'

export const outcomes: Record<NonNullable<VisitRow['outcome']>, string> = {
  lead: 'Contatto',
  questionnaire: 'Questionario',
  registered: 'Registrazione',
}
export const consents: Record<NonNullable<VisitRow['consent']>, string> = { all: 'Dato', none: 'Rifiutato' }

export const RobotBadge = ({ robot: { reason } }: { robot: NonNullable<VisitRow['robot']> }) => (
  <span className="badge robot" title={reason}>
    Robot<span className="visually-hidden">{`: ${reason}`}</span>
  </span>
)
