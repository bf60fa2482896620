import type { RiskLevel } from '../content/risk-level.ts'
import { matches } from '../shell/matches.ts'
import type { Category, Strategy } from './catalogue.ts'

export type Choice = { text: string; category: Category | 'all'; risk: RiskLevel | 'all' }

export const everything: Choice = { text: '', category: 'all', risk: 'all' }

/** The strategies whose name or description contains every word of the text, of the chosen category and risk. */
export const chooseStrategies = (strategies: readonly Strategy[], { text, category, risk }: Choice) =>
  strategies.filter(
    ({ name, description, ...of }) =>
      matches(`${name} ${description}`, text) &&
      (category === 'all' || of.category === category) &&
      (risk === 'all' || of.riskLevel === risk),
  )
