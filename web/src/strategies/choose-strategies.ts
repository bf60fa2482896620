import type { RiskLevel } from '../content/risk-level.ts'
import type { Category, Strategy } from './catalogue.ts'

export type Choice = { text: string; category: Category | 'all'; risk: RiskLevel | 'all' }

export const everything: Choice = { text: '', category: 'all', risk: 'all' }

// Without accents and capitals, so that «volatilita» finds «volatilità».
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** The strategies whose name or description contains every word of the text, of the chosen category and risk. */
export function chooseStrategies(strategies: readonly Strategy[], { text, category, risk }: Choice) {
  const words = plain(text).split(/\s+/).filter(Boolean)
  return strategies.filter(strategy => {
    const read = plain(`${strategy.name} ${strategy.description}`)
    return (
      words.every(word => read.includes(word)) &&
      (category === 'all' || strategy.category === category) &&
      (risk === 'all' || strategy.riskLevel === risk)
    )
  })
}
