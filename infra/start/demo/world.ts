import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Step } from './stage.ts'

/** What all stories of a month have in common. */
export type World = {
  site: string
  password: string
  secrets: Pick<Secrets, 'emailHash' | 'broker'>
  nextUserId(): number
  /** Tells people of the same name apart. */
  nextPerson(): number
  /** How soon the cast comes back, at most: where visits are few, they come in their turns anyway. */
  castBackWithinHours: number
}
/** What happens when somebody comes at this moment, and whether and when they come back. */
export type Story = (world: World, atMs: number) => Told
export type Told = { steps: Step[]; returns: Returns | null }
/** `isCast`: comes before others who are due, since the cast have a stage to reach this month. */
export type Returns = { dueMs: number; isCast: boolean; tell: Story }
