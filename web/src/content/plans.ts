import type { Plan } from '@tba/events/setup/plans.ts'

export type PlanOffer = {
  plan: Plan
  name: string
  depositEuro: number
  /** Declared, not guaranteed: always shown with that label. */
  monthlyReturn: string
  summary: string
  includes: string[]
}

// The deposits stand in the contract too, beside its zod schemas, which the first load does without: a test
// holds the two together.
export const planOffers: PlanOffer[] = [
  {
    plan: 'starter',
    name: 'Starter',
    depositEuro: 500,
    monthlyReturn: '8-12%',
    summary: 'Per cominciare con il bot su un conto piccolo.',
    includes: ['Scalping e Conservative Bot', 'Stop-loss automatico', 'Monitoraggio da mobile'],
  },
  {
    plan: 'professional',
    name: 'Professional',
    depositEuro: 1000,
    monthlyReturn: '12-18%',
    summary: 'Per affiancare più strategie sullo stesso conto.',
    includes: ['Tutti i bot del catalogo', 'Analisi predittiva', 'Supporto personalizzato'],
  },
  {
    plan: 'elite',
    name: 'Elite',
    depositEuro: 3000,
    monthlyReturn: '18-25%',
    summary: 'Per capitali maggiori e assistenza dedicata.',
    includes: ['Tutti i bot del catalogo', 'Gestione del rischio su misura', 'Un esperto dedicato'],
  },
]

export const planName = (plan: Plan) => planOffers.find(offer => offer.plan === plan)?.name ?? plan

export const mostPopularPlan: Plan = 'professional'

export const declaredReturns = 'rendimenti dichiarati, non garantiti'
export const sampleFigures = 'Dati illustrativi'

export const riskLevels = ['low', 'medium', 'high'] as const
export type RiskLevel = (typeof riskLevels)[number]

export const riskName: Record<RiskLevel, string> = { low: 'Basso', medium: 'Medio', high: 'Alto' }
