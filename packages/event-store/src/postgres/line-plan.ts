import type { Layout, LineForm, LinePart } from '../port.ts'
import type { Shape } from './packed-event.ts'

export const step = {
  literal: 0,
  id: 1,
  stream: 2,
  revision: 3,
  recordedAt: 4,
  position: 5,
  value: 6,
  text: 7,
  correlationId: 8,
  causationId: 9,
  ownVisit: 10,
} as const

/** `at`: of the value in the row's list, -1 where there is none. `bytes`: what stands there, or stands there otherwise. */
export type Step = { kind: number; at: number; bytes: Uint8Array }

/** How a row of a shape becomes a line: decided once a shape. */
export type Plan = {
  steps: readonly Step[]
  /** How many values a row has to have. */
  values: number
  /** What has to stand among them. */
  where: { at: number; is: Uint8Array }
  /** What a line takes beside what is in its row. */
  spare: number
}

const nothing = new Uint8Array(0)
const nobody = -1

/** Null where rows of this shape are told one by one. */
export function planOf(shape: Shape, form: LineForm): Plan | null {
  const { type, data, metadata } = shape
  if (!data || !metadata || !areNames(data) || !areNames(metadata)) return null
  const layout = form.layoutOf({ type, data, metadata })
  const where = layout ? metadata.indexOf(layout.where.metadata) : nobody
  if (!layout || where === nobody) return null
  const steps = stepsOf(layout, { ...shape, data, metadata })
  return {
    steps,
    values: data.length + metadata.length,
    where: { at: data.length + where, is: Buffer.from(JSON.stringify(layout.where.is)) },
    spare: steps.reduce((sum, { bytes }) => sum + bytes.length + 64, 0),
  }
}

/** An object puts names that are numbers before all others, and of two that are the same it has one. */
const areNames = (names: readonly string[]) =>
  new Set(names).size === names.length && names.every(name => /^[a-z_]/i.test(name))

type Named = Shape & { data: string[]; metadata: string[] }

function stepsOf({ parts }: Layout, shape: Named): Step[] {
  const steps: Step[] = []
  for (const part of parts) {
    const next = stepOf(part, shape)
    const last = steps.at(-1)
    if (next.kind === step.literal && last?.kind === step.literal)
      last.bytes = Buffer.concat([last.bytes, next.bytes])
    else steps.push(next)
  }
  return steps
}

function stepOf(part: LinePart, shape: Named): Step {
  if (typeof part === 'string') return literal(part)
  if ('column' in part) return { kind: step[part.column], at: nobody, bytes: nothing }
  if ('data' in part) {
    const at = shape.data.indexOf(part.data)
    return at === nobody ? literal('null') : { kind: step.value, at, bytes: nothing }
  }
  const { metadata: name, otherwise } = part
  const found = shape.metadata.indexOf(name)
  const at = found === nobody ? nobody : shape.data.length + found
  const bytes = Buffer.from(otherwise)
  if (name === 'correlationId' || name === 'causationId') return { kind: step[name], at, bytes }
  if (name === 'visitId' && shape.isOwnVisit) return { kind: step.ownVisit, at: nobody, bytes }
  return at === nobody ? literal(otherwise) : { kind: step.text, at, bytes }
}

const literal = (text: string): Step => ({ kind: step.literal, at: nobody, bytes: Buffer.from(text) })
