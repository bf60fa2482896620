import type { RiskLevel } from '../content/plans.ts'

export const categoryName = {
  scalping: 'Scalping',
  swing: 'Swing',
  conservative: 'Conservativa',
  grid: 'Grid',
  momentum: 'Momentum',
  arbitrage: 'Arbitraggio',
  news: 'News',
  'mean-reversion': 'Mean reversion',
}
export type Category = keyof typeof categoryName

/** Sample figures, shown as such: returns are monthly averages, the drawdown is the deepest of the period. */
export type Strategy = {
  id: string
  name: string
  description: string
  category: Category
  riskLevel: RiskLevel
  profitRange: string
  timeframe: string
  minDepositEuro: number
  popularityPercent: number
  /** Out of 5. */
  rating: number
  features: string[]
  performance: { winRatePercent: number; avgReturnPercent: number; maxDrawdownPercent: number }
}

export const strategies: Strategy[] = [
  {
    id: 'scalping-pro',
    name: 'Scalping Pro',
    description: 'Molte operazioni brevissime sui cambi principali, chiuse appena il movimento si esaurisce.',
    category: 'scalping',
    riskLevel: 'high',
    profitRange: '0,5–2% al giorno',
    timeframe: '1–5 minuti',
    minDepositEuro: 500,
    popularityPercent: 92,
    rating: 4.8,
    features: ['Ordini in millisecondi', 'Filtro sullo spread', 'Stop-loss su ogni ordine'],
    performance: { winRatePercent: 68, avgReturnPercent: 14.2, maxDrawdownPercent: 21.5 },
  },
  {
    id: 'swing-master',
    name: 'Swing Master',
    description: 'Segue le oscillazioni di più giorni: poche posizioni, tenute finché la tendenza regge.',
    category: 'swing',
    riskLevel: 'medium',
    profitRange: '2–8% al mese',
    timeframe: '4 ore – 1 giorno',
    minDepositEuro: 1000,
    popularityPercent: 85,
    rating: 4.7,
    features: ['Analisi multi-orizzonte', 'Stop mobile', 'Pausa nel fine settimana'],
    performance: { winRatePercent: 61, avgReturnPercent: 5.4, maxDrawdownPercent: 14.8 },
  },
  {
    id: 'conservative-shield',
    name: 'Conservative Shield',
    description: 'Mette la tutela del capitale davanti al guadagno: leva ridotta e posizioni piccole.',
    category: 'conservative',
    riskLevel: 'low',
    profitRange: '1–4% al mese',
    timeframe: '1 giorno e oltre',
    minDepositEuro: 500,
    popularityPercent: 78,
    rating: 4.6,
    features: ['Leva ridotta', 'Perdita giornaliera limitata', 'Cambi a bassa volatilità'],
    performance: { winRatePercent: 72, avgReturnPercent: 2.1, maxDrawdownPercent: 5.2 },
  },
  {
    id: 'grid-trader',
    name: 'Grid Trader',
    description: 'Dispone ordini a intervalli regolari e raccoglie i rimbalzi dei mercati senza direzione.',
    category: 'grid',
    riskLevel: 'medium',
    profitRange: '3–7% al mese',
    timeframe: '15 minuti – 1 ora',
    minDepositEuro: 750,
    popularityPercent: 71,
    rating: 4.3,
    features: ['Griglia che si adatta', 'Tetto alle posizioni aperte', 'Uscita fuori intervallo'],
    performance: { winRatePercent: 74, avgReturnPercent: 4.8, maxDrawdownPercent: 17.9 },
  },
  {
    id: 'momentum-hunter',
    name: 'Momentum Hunter',
    description: 'Entra quando prezzo e volumi accelerano insieme, ed esce al primo segno di stanchezza.',
    category: 'momentum',
    riskLevel: 'high',
    profitRange: '5–15% al mese',
    timeframe: '5–30 minuti',
    minDepositEuro: 800,
    popularityPercent: 66,
    rating: 4.4,
    features: ['Conferma dei volumi', 'Ingressi graduali', 'Presa di profitto parziale'],
    performance: { winRatePercent: 52, avgReturnPercent: 9.6, maxDrawdownPercent: 24.6 },
  },
  {
    id: 'arbitrage-ai',
    name: 'Arbitrage AI',
    description: 'Confronta le quotazioni di cambi legati tra loro e sfrutta le differenze di pochi istanti.',
    category: 'arbitrage',
    riskLevel: 'low',
    profitRange: '1–3% al mese',
    timeframe: 'Meno di 1 minuto',
    minDepositEuro: 1200,
    popularityPercent: 58,
    rating: 4.5,
    features: ['Tre cambi alla volta', 'Controllo della latenza', 'Esposizione bilanciata'],
    performance: { winRatePercent: 81, avgReturnPercent: 1.7, maxDrawdownPercent: 3.8 },
  },
  {
    id: 'news-trader',
    name: 'News Trader',
    description: 'Legge il calendario economico e opera nei minuti che seguono i dati più attesi.',
    category: 'news',
    riskLevel: 'medium',
    profitRange: '2–9% al mese',
    timeframe: '1–15 minuti',
    minDepositEuro: 900,
    popularityPercent: 54,
    rating: 4.1,
    features: ['Calendario integrato', 'Lettura dei comunicati', 'Ordini pendenti bilanciati'],
    performance: { winRatePercent: 57, avgReturnPercent: 5.9, maxDrawdownPercent: 18.4 },
  },
  {
    id: 'mean-reversion',
    name: 'Mean Reversion',
    description: 'Cerca gli eccessi del prezzo e ne attende il ritorno verso la media del periodo.',
    category: 'mean-reversion',
    riskLevel: 'medium',
    profitRange: '2–6% al mese',
    timeframe: '1–4 ore',
    minDepositEuro: 600,
    popularityPercent: 63,
    rating: 4.2,
    features: ['Bande statistiche', 'Filtro di tendenza', 'Dimensione secondo volatilità'],
    performance: { winRatePercent: 66, avgReturnPercent: 3.9, maxDrawdownPercent: 12.7 },
  },
]
