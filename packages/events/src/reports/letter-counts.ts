import { z } from 'zod'

const at = z.iso.datetime()
const period = z.object({ from: at, to: at })
const value = z.number().nullable()

const figure = z.object({
  name: z.string(),
  value,
  before: value,
  isPercent: z.boolean(),
  /** What it counts goes on after the period: the one before had more time, so no change is said. */
  hadMoreTime: z.boolean().optional(),
})
export type LetterFigure = z.infer<typeof figure>

const part = z.object({
  name: z.string(),
  text: z.string().nullable(),
  /** What of everything it counts; null: all. */
  only: z.string().nullish(),
  /** Why it could not be counted. */
  failure: z.string().nullable(),
  figures: z.array(figure),
  /** The first figure by days, steps or values. */
  bars: z.array(z.object({ label: z.string(), value: z.number() })),
  /** Only if all figures are 0: when the last one was, and how much was recorded of visits in the period. */
  empty: z.object({ lastAt: at.nullable(), recorded: z.int() }).nullable(),
})
export type LetterPart = z.infer<typeof part>

/** What a letter of a report says: a closed period against the one before. Counts alone. */
export const letterCounts = z.object({
  title: z.string(),
  period,
  before: period,
  parts: z.array(part),
  countedAt: at,
  /** The log was counted up to here; null: it is empty. */
  position: z.string().nullable(),
})
export type LetterCounts = z.infer<typeof letterCounts>

const sizeOf = ({ value, before, hadMoreTime }: LetterFigure) =>
  value === null || before === null || hadMoreTime
    ? 0
    : Math.abs(value - before) / Math.sqrt(Math.max(1, value + before))

/** The figure that changed most, beyond what chance does to a count of its size; null: none changed. */
export function mostChanged(parts: readonly LetterPart[]): LetterFigure | null {
  const figures = parts.flatMap(({ figures }) => figures)
  const counts = figures.filter(({ isPercent }) => !isPercent)
  const [first] = (counts.length > 0 ? counts : figures).toSorted((a, b) => sizeOf(b) - sizeOf(a))
  return first && sizeOf(first) > 0 ? first : null
}
