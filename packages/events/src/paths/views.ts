import { z } from 'zod'
import { condition } from '../condition.ts'
import { joined } from '../funnels/views.ts'

const step = z.object({
  /** An event type; null: the visit ended or started here; `altri`: all steps without their own branch. */
  event: z.string().nullable(),
  where: z.array(condition),
  /** What distinguishes it from others of its type: the path of a page, the text of an element. */
  name: z.string().nullable(),
  count: z.int().min(0),
  /** Percent of the branch before, one decimal. */
  share: z.number(),
  /** The id of the branch in GET /api/admin/paths/visits; empty for the root. */
  way: z.string(),
  /** Whether the following steps were left out: the tree would grow too large. */
  isCut: z.boolean(),
})
/** With the following steps. */
export type PathNode = z.infer<typeof step> & { next: PathNode[] }
const node: z.ZodType<PathNode> = z.lazy(() => step.extend({ next: z.array(node) }))
node.register(z.globalRegistry, { id: 'PathNode' })

/** Instead of a type: all branches beyond the most frequent ones. */
export const otherBranches = 'altri'

/** GET /api/admin/paths: the root of the tree. */
export const pathTree = step.extend({
  next: z.array(node),
  /** The position of the count; null: the log is empty. */
  position: z.string().nullable(),
  direction: z.enum(['next', 'previous']),
  depth: z.int(),
  /** By customer or person, with filters about visits: how many more have such an event, but no visit. */
  unplaced: z.int().min(0).optional(),
  joined,
})
export type PathTree = z.infer<typeof pathTree>
