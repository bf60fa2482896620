import { z } from 'zod'

/**
 * The queue of funnels that replays have counted: the projector asks, the query-api has the analysts' copy and answers. A
 * job has the id of its replay, whose definition the log has.
 */
export const funnelReplays = 'funnel-replays'

/** The result as a line of JSON, and of how many events it is. */
const count = z.object({ result: z.string(), events: z.int() })
export type FunnelCount = z.infer<typeof count>

/** What a job returns: counting may take too much. One that failed otherwise is tried again. */
export const funnelCount = z.union([count, z.literal('tooLarge')])
