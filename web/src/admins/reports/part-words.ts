import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { OutcomesDefinition } from '@tba/events/reports/definition.ts'
import type { CountedPart } from '@tba/events/reports/views.ts'
import type { RetentionDefinition } from '@tba/events/retention/definition.ts'
import type { TrendDefinition } from '@tba/events/trends/definition.ts'
import { stepName, stepNames } from '../funnels/builder/words.ts'

type Part = Pick<CountedPart, 'kind' | 'definition'>

export const outcomesBy: Record<OutcomesDefinition['by'], string> = {
  week: 'settimana',
  source: 'sorgente',
  owner: 'responsabile',
  plan: 'piano',
}

/** The heading of a part. */
export function nameOfPart({ kind, definition }: Part): string {
  switch (kind) {
    case 'overview':
      return 'Panoramica'
    case 'funnel':
      return `Funnel: ${stepNames(definition as FunnelDefinition)}`
    case 'trend':
      return `Andamento: ${(definition as TrendDefinition).series.map(stepName).join(', ')}`
    case 'retention': {
      const { entry, action } = definition as RetentionDefinition
      return `Fidelizzazione: ${stepName(entry)} → ${stepName(action)}`
    }
    case 'outcomes':
      return `Da richiesta a cliente, per ${outcomesBy[(definition as OutcomesDefinition).by]}`
  }
}
