import { depositEuro, type Plan, plan } from '@tba/events/setup/plans.ts'

export type PlanOffer = {
  plan: Plan
  name: string
  depositEuro: number
  /** Declared, not guaranteed: always shown with that label. */
  monthlyReturn: string
  summary: string
  includes: string[]
}

const texts: Record<Plan, Omit<PlanOffer, 'plan' | 'depositEuro'>> = {
  starter: {
    name: 'Starter',
    monthlyReturn: '8-12%',
    summary: 'Per cominciare con il bot su un conto piccolo.',
    includes: ['Scalping e Conservative Bot', 'Stop-loss automatico', 'Monitoraggio da mobile'],
  },
  professional: {
    name: 'Professional',
    monthlyReturn: '12-18%',
    summary: 'Per affiancare più strategie sullo stesso conto.',
    includes: ['Tutti i bot del catalogo', 'Analisi predittiva', 'Supporto personalizzato'],
  },
  elite: {
    name: 'Elite',
    monthlyReturn: '18-25%',
    summary: 'Per capitali maggiori e assistenza dedicata.',
    includes: ['Tutti i bot del catalogo', 'Gestione del rischio su misura', 'Un esperto dedicato'],
  },
}

export const planOffers: PlanOffer[] = plan.options.map(name => ({
  plan: name,
  depositEuro: depositEuro[name],
  ...texts[name],
}))

export const planName = (name: Plan) => texts[name].name

export const mostPopularPlan: Plan = 'professional'

export const declaredReturns = 'rendimenti dichiarati, non garantiti'
export const sampleFigures = 'Dati illustrativi'
