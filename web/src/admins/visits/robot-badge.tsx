import type { VisitRow } from '@tba/events/visits/views.ts'

/** Why it counts as one is said on hover, and to whoever has it read aloud. */
export const RobotBadge = ({ robot: { reason } }: { robot: NonNullable<VisitRow['robot']> }) => (
  <span className="badge robot" title={reason}>
    Robot<span className="visually-hidden">: {reason}</span>
  </span>
)
