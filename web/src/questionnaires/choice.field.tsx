import type { Choice } from './questions.ts'

type Props = { choice: Choice; value: string; onChange: (value: string) => void }

/** One question with all of its options visible. */
export function ChoiceField({ choice, value, onChange }: Props) {
  return (
    <fieldset className="choice">
      <legend>{choice.question}</legend>
      <div className="choice-options" data-short={choice.short}>
        {choice.options.map(option => (
          <label key={option.value}>
            <input
              type="radio"
              name={choice.name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
