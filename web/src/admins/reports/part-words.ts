import type { OutcomesDefinition, ReportPart } from '@tba/events/reports/definition.ts'
import type { CountedPart } from '@tba/events/reports/views.ts'
import { stepName, stepNames } from '../funnels/builder/words.ts'

export const outcomesBy: Record<OutcomesDefinition['by'], string> = {
  week: 'settimana',
  source: 'sorgente',
  owner: 'responsabile',
  plan: 'piano',
}

/** The heading of a part. */
export function nameOfPart(part: ReportPart | CountedPart): string {
  switch (part.kind) {
    case 'overview':
      return 'Panoramica'
    case 'funnel':
      return `Funnel: ${stepNames(part.definition)}`
    case 'trend':
      return `Andamento: ${part.definition.series.map(stepName).join(', ')}`
    case 'retention': {
      const { entry, action } = part.definition
      return `Fidelizzazione: ${stepName(entry)} → ${stepName(action)}`
    }
    case 'outcomes':
      return `Da richiesta a cliente, per ${outcomesBy[part.definition.by]}`
  }
}
