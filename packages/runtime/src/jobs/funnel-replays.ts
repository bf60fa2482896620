import { z } from 'zod'

/** The queue of funnels that replays have counted: the projector asks, the query-api has the analysts' copy and answers. */
export const funnelReplays = 'funnel-replays'

/** Whose definition the log has. */
export const funnelJob = z.object({ replay: z.uuid() })

/** The result as a line of JSON, and of how many events it is. */
export const funnelCount = z.object({ result: z.string(), events: z.int() })

/** The message of a job that failed since counting takes too much; one that failed otherwise is tried again. */
export const tooLarge = 'tooLarge'
