import { TextField } from '@radix-ui/themes'
import { matches } from '../components/matches.ts'
import { type RiskLevel, riskLevels, riskName } from '../content/plans.ts'
import { Field } from '../forms/field.tsx'
import { NativeSelect } from '../forms/native-select.tsx'
import { type Category, categoryName, type Strategy } from './catalogue.ts'

const categories = [
  { value: 'all', label: 'Tutte le categorie' },
  ...Object.entries(categoryName).map(([value, label]) => ({ value, label })),
]
const risks = [
  { value: 'all', label: 'Tutti i livelli' },
  ...riskLevels.map(value => ({ value, label: riskName[value] })),
]

type Props = { choice: Choice; onChange: (choice: Choice) => void }

export function StrategyFilters({ choice, onChange }: Props) {
  return (
    <search className="strategy-filters">
      <Field label="Cerca">
        {control => (
          <TextField.Root
            {...control}
            size="3"
            type="search"
            placeholder="Nome o descrizione"
            autoComplete="off"
            value={choice.text}
            onChange={event => onChange({ ...choice, text: event.target.value })}
          />
        )}
      </Field>
      <Field label="Categoria">
        {control => (
          <NativeSelect
            {...control}
            options={categories}
            value={choice.category}
            onChange={event => onChange({ ...choice, category: event.target.value as Choice['category'] })}
          />
        )}
      </Field>
      <Field label="Livello di rischio">
        {control => (
          <NativeSelect
            {...control}
            options={risks}
            value={choice.risk}
            onChange={event => onChange({ ...choice, risk: event.target.value as Choice['risk'] })}
          />
        )}
      </Field>
    </search>
  )
}

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
