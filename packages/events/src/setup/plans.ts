import { z } from 'zod'

export const plan = z.enum(['starter', 'professional', 'elite'])
export type Plan = z.infer<typeof plan>

export const depositEuro: Record<Plan, number> = { starter: 500, professional: 1000, elite: 3000 }

export const botType = z.enum(['scalping', 'swing', 'conservative'])
export type BotType = z.infer<typeof botType>

export type Bot = {
  name: string
  risk: 'low' | 'medium' | 'high'
  returns: string
  timeframe: string
  minimumEuro: number
}

export const bots: Record<BotType, Bot> = {
  scalping: {
    name: 'Scalping Bot',
    risk: 'high',
    returns: '0.5-2%/giorno',
    timeframe: '1-5 min',
    minimumEuro: 500,
  },
  swing: {
    name: 'Swing Trading Bot',
    risk: 'medium',
    returns: '2-8%',
    timeframe: '4H-1D',
    minimumEuro: 1000,
  },
  conservative: {
    name: 'Conservative Bot',
    risk: 'low',
    returns: '1-4%',
    timeframe: '1D+',
    minimumEuro: 500,
  },
}

export const minimumAllocationEuro = 100
