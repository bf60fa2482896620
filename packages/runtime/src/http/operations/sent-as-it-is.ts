import { Readable } from 'node:stream'
import { z } from 'zod'

/** Content of a file, as the page of the calls shows it. */
export const text = z.string()
export const bytes = z.string().meta({ format: 'binary' })

/**
 * A response that is sent as it is: a file or a stream, by its media types. The schemas describe the content; they check
 * nothing.
 */
export const sentAs = (content: Record<string, z.ZodType>, description?: string) =>
  z
    .union([z.instanceof(Readable), z.instanceof(Buffer)])
    .meta({ content, ...(description && { description }) })

/** The call takes no body; an empty object is one. */
export const noBody = z.strictObject({}).nullish()

/** The response as the documentation takes it. */
export function documentedResponse(schema: unknown): unknown {
  const { content, description } = (schema instanceof z.ZodType && schema.meta()) || {}
  if (!content) return schema
  const media = Object.entries(content).map(([type, schema]) => [type, { schema }])
  return { description, content: Object.fromEntries(media) }
}
