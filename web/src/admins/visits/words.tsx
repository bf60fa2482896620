import type { VisitRow } from '@tba/events/visits/views.ts'

export const consents: Record<NonNullable<VisitRow['consent']>, string> = { all: 'Dato', none: 'Rifiutato' }

export const RobotBadge = ({ robot: { reason } }: { robot: NonNullable<VisitRow['robot']> }) => (
  <span className="badge robot" title={reason}>
    Robot<span className="visually-hidden">{`: ${reason}`}</span>
  </span>
)
