import { z } from 'zod'
import { parseJson } from '../../parts/filters/filters.ts'

const openBar = z.object({
  step: z.int().min(1),
  outcome: z.enum(['reached', 'dropped']),
  /** The group; null: unknown; absent: all. */
  value: z.string().nullable().optional(),
  isCompared: z.boolean(),
})
export type OpenBar = z.infer<typeof openBar>

/** Null: there is no such bar. */
export function parseBar(text: string, steps: number, isCompared: boolean): OpenBar | null {
  const { data: bar } = openBar.safeParse(parseJson(text))
  // Nobody is lost after the last step.
  if (!bar || bar.step > (bar.outcome === 'dropped' ? steps - 1 : steps)) return null
  return { ...bar, isCompared: bar.isCompared && isCompared }
}
