import { z } from 'zod'

/** A timestamptz, which comes as epoch milliseconds, as the answers give it. */
export const timestamp = z.number().transform(epochMs => new Date(epochMs).toISOString())
