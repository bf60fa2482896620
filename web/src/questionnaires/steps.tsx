import { TextArea, TextField } from '@radix-ui/themes'
import type { ComponentType } from 'react'
import { dialCodes } from '../content/dial-codes.ts'
import { Field } from '../forms/field.tsx'
import { NativeSelect } from '../forms/native-select.tsx'
import type { AnswerName, Answers } from './answers.ts'
import { type Choice, choices } from './questions.ts'

type Props = { answers: Answers; answer: (name: AnswerName, value: string) => void }
type TextProps = Props & {
  name: AnswerName
  label: string
  type?: 'text' | 'email' | 'tel'
  autoComplete: string
  // As long as the server takes it: a refusal could not be shown.
  maxLength?: number
}

function Text({ answers, answer, name, label, type = 'text', autoComplete, maxLength = 255 }: TextProps) {
  return (
    <Field label={label}>
      {control => (
        <TextField.Root
          {...control}
          size="3"
          name={name}
          type={type}
          autoComplete={autoComplete}
          maxLength={maxLength}
          required
          value={answers[name]}
          onChange={event => answer(name, event.target.value)}
        />
      )}
    </Field>
  )
}

/** One question with all of its options visible. */
function Choose({ answers, answer, choice: { name, question, options, short } }: Props & { choice: Choice }) {
  return (
    <fieldset className="choice">
      <legend>{question}</legend>
      <div className="choice-options" data-short={short}>
        {options.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={answers[name] === value}
              onChange={() => answer(name, value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const codes = dialCodes.map(({ code, country }) => ({ value: code, label: `${code} ${country}` }))

function Phone(props: Props) {
  const { answers, answer } = props
  return (
    <div className="phone">
      <Field label="Prefisso">
        {control => (
          <NativeSelect
            {...control}
            name="countryCode"
            options={codes}
            autoComplete="tel-country-code"
            value={answers.countryCode}
            onChange={event => answer('countryCode', event.target.value)}
          />
        )}
      </Field>
      <Text
        {...props}
        name="phoneNumber"
        label="Telefono"
        type="tel"
        autoComplete="tel-national"
        maxLength={50}
      />
    </div>
  )
}

const AboutYou = (props: Props) => (
  <>
    <Text {...props} name="name" label="Nome e cognome" autoComplete="name" />
    <Phone {...props} />
    <Choose {...props} choice={choices.age} />
  </>
)

const YourWork = (props: Props) => (
  <>
    <Text {...props} name="email" label="Email" type="email" autoComplete="email" />
    <Text {...props} name="occupation" label="Occupazione" autoComplete="organization-title" />
    <Choose {...props} choice={choices.tradingExperience} />
  </>
)

const YourGoals = (props: Props) => (
  <>
    <Choose {...props} choice={choices.investmentAmount} />
    <Choose {...props} choice={choices.investmentGoal} />
    <Choose {...props} choice={choices.riskTolerance} />
  </>
)

const YourStart = (props: Props) => (
  <>
    <Choose {...props} choice={choices.timeframe} />
    <Field label="Domande o richieste (facoltativo)">
      {control => (
        <TextArea
          {...control}
          size="3"
          rows={5}
          maxLength={2000}
          value={props.answers.additionalInfo}
          onChange={event => props.answer('additionalInfo', event.target.value)}
        />
      )}
    </Field>
  </>
)

export const steps: { title: string; Questions: ComponentType<Props> }[] = [
  { title: 'Chi sei', Questions: AboutYou },
  { title: 'Che cosa fai', Questions: YourWork },
  { title: 'Che cosa cerchi', Questions: YourGoals },
  { title: 'Quando si parte', Questions: YourStart },
]
