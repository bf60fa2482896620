import type { z } from 'zod'

/** What a schema says against a value, as `field: sentence`. Nothing: it takes it. */
export const refusals = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
