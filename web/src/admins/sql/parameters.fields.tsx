import { Select } from '../parts/filters/controls.tsx'
import type { Parameters } from './sql-data.ts'

const types = [
  { value: 'text', label: 'testo' },
  { value: 'number', label: 'numero' },
  { value: 'date', label: 'giorno' },
] as const

type Props = { names: readonly string[]; parameters: Parameters; set: (parameters: Parameters) => void }

/** A value for each `{{name}}`. It is bound to the question, never part of its text. */
export const ParameterFields = ({ names, parameters, set }: Props) => (
  <div className="sql-parameters">
    {names.map(name => {
      const { type = 'text', value = '' } = parameters[name] ?? {}
      return (
        <div key={name}>
          <label>
            <span>{name}</span>
            <input
              type={type}
              step="any"
              value={value}
              onChange={({ target }) => set({ ...parameters, [name]: { type, value: target.value } })}
            />
          </label>
          <Select
            aria-label={`Tipo di ${name}`}
            options={types}
            value={type}
            choose={chosen => set({ ...parameters, [name]: { type: chosen, value: '' } })}
          />
        </div>
      )
    })}
  </div>
)
