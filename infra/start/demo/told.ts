import type { Visit } from './visit.ts'

/** One visit, and whether and when its visitor comes back. */
export type Told = { visit: Visit; returns: Returns | null }

export type Returns = {
  /** Not before. */
  dueMs: number
  /** Has precedence over others that are due: for the cast, who have a stage to reach this month. */
  isCast: boolean
  tell: Story
}

/** What happens when somebody comes at this moment. */
export type Story = (atMs: number) => Told

/** What all stories of a month have in common. */
export type World = {
  /** Where the pages are: `https://example.com`. */
  site: string
  nextUserId(): number
  /** Tells people of the same name apart. */
  nextPerson(): number
  /** How soon the cast comes back, in hours, at most: where visits are few, they come in their turns anyway. */
  castBackWithinHours: number
}
