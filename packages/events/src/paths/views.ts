import { z } from 'zod'
import { condition } from '../funnels/definition.ts'
import { pageEnd, unitSummary } from '../funnels/views.ts'

/** A step that visits took. */
const step = z.object({
  /** A type of the log; null: the visit ended here, or began; `altri`: all steps that have no branch of their own. */
  event: z.string().nullable(),
  where: z.array(condition),
  /** What tells it from others of its type: the path of a page, the text of an element. */
  name: z.string().nullable(),
  count: z.int().min(0),
  /** Percent of those who came to the branch before, with one decimal. */
  share: z.number(),
  /** Names the branch in GET /api/admin/paths/visits; empty at the root. */
  way: z.string(),
  /** Whether what lies behind was left out: the tree would grow too large. */
  isCut: z.boolean(),
})
/** With those that they took behind it. */
export type PathNode = z.infer<typeof step> & { next: PathNode[] }
// The same again, which the page of the calls cannot show.
const node = step.extend({ next: z.array(z.unknown() as z.ZodType<PathNode>) })

/** In the place of a type: all branches beyond the most frequent ones. */
export const otherBranches = 'altri'

/** GET /api/admin/paths: the root of the tree. */
export const pathTree = node.extend({
  /** Up to here everything is counted; null: the log is empty. */
  position: z.string().nullable(),
  direction: z.enum(['next', 'previous']),
  depth: z.int(),
})
export type PathTree = z.infer<typeof pathTree>

/** GET /api/admin/paths/visits: those that a branch counts. */
export const pathVisits = z.object({
  /** With when its path began. */
  visits: z.array(unitSummary.extend({ id: z.string(), startedAt: z.iso.datetime() })),
  ...pageEnd,
})
export type PathVisits = z.infer<typeof pathVisits>
