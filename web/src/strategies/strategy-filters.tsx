import { TextField } from '@radix-ui/themes'
import { riskLevels, riskName } from '../content/risk-level.ts'
import { Field } from '../shell/field.tsx'
import { NativeSelect } from '../shell/native-select.tsx'
import { categoryName } from './catalogue.ts'
import type { Choice } from './choose-strategies.ts'

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
