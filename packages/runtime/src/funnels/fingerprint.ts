import { hash } from 'node:crypto'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { canonical } from '@tba/events/funnels/same-definition.ts'

/** Raised where the same definition is counted otherwise than before: what was counted then counts for nothing. */
const wayOfCounting = 3

/** Of what a kept count is one: whoever reads it and whoever makes it have to mean the same. */
export const fingerprintOf = (definition: FunnelDefinition): string =>
  hash('sha256', `${wayOfCounting} ${canonical(definition)}`).slice(0, 32)
