import type { Visit } from './visit.ts'

/** One visit, and who comes back of it, if they do. */
export type Told = { visit: Visit; returns: Returns | null }

export type Returns = {
  /** Not before. */
  dueMs: number
  /** Comes before others that are due: somebody who has to get somewhere this month. */
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
