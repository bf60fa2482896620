import { Button, TextArea, TextField } from '@radix-ui/themes'
import { type Dispatch, type FormEvent, type SetStateAction, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dialCodes } from '../content/dial-codes.ts'
import { Field } from '../forms/field.tsx'
import { PhoneFields } from '../forms/native-fields.tsx'
import { type ContactMethod, submitLabel, useSubmitQuestionnaire } from './contact.ts'
import {
  type AnswerName,
  type Answers,
  type Choice,
  isComplete,
  noAnswers,
  steps,
  type TextQuestion,
} from './questions.ts'

type AnswerProps = { answers: Answers; answer: (name: AnswerName, value: string) => void }

function Text({ name, label, type = 'text', autoComplete, answers, answer }: TextQuestion & AnswerProps) {
  return (
    <Field label={label}>
      {control => (
        <TextField.Root
          {...control}
          size="3"
          name={name}
          type={type}
          autoComplete={autoComplete}
          // As long as the server takes it: a refusal could not be shown.
          maxLength={255}
          required
          value={answers[name]}
          onChange={event => answer(name, event.target.value)}
        />
      )}
    </Field>
  )
}

/** One question with all of its options visible. */
function Choose({ name, question, options, short, answers, answer }: Choice & AnswerProps) {
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
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Phone({ answers, answer }: AnswerProps) {
  return (
    <PhoneFields
      codes={dialCodes}
      phone={{ code: answers.countryCode, number: answers.phoneNumber }}
      onChange={({ code, number }) => {
        answer('countryCode', code)
        answer('phoneNumber', number)
      }}
    />
  )
}

function Question({ question, ...answering }: AnswerProps & { question: Choice | TextQuestion }) {
  if ('options' in question) return <Choose {...question} {...answering} />
  if (question.name === 'phoneNumber') return <Phone {...answering} />
  return <Text {...question} {...answering} />
}

function AdditionalInfo({ answers, answer }: AnswerProps) {
  return (
    <Field label="Domande o richieste (facoltativo)">
      {control => (
        <TextArea
          {...control}
          size="3"
          rows={5}
          maxLength={2000}
          value={answers.additionalInfo}
          onChange={event => answer('additionalInfo', event.target.value)}
        />
      )}
    </Field>
  )
}

function Progress({ step }: { step: number }) {
  const percent = Math.round((step / steps.length) * 100)
  return (
    <div className="questionnaire-progress">
      <p>
        <span>{`Passo ${step} di ${steps.length}`}</span>
        <span>{`${percent}%`}</span>
      </p>
      <progress value={step} max={steps.length} aria-label="Avanzamento del questionario" />
    </div>
  )
}

/** The values that the prerendered inputs have already: typed early, or restored by the browser. */
function readAnswers(form: HTMLFormElement): Partial<Answers> {
  const written = Array.from(new FormData(form)).filter(
    ([name, value]) => value !== '' && value !== noAnswers[name as AnswerName],
  )
  return Object.fromEntries(written)
}

type Props = {
  method: ContactMethod
  prefilled: Answers
  answers: Answers
  setAnswers: Dispatch<SetStateAction<Answers>>
  onDone: () => void
}

export function QuestionnaireForm({ method, prefilled, answers, setAnswers, onDone }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [step, setStep] = useState(1)
  const { submit, isMutating } = useSubmitQuestionnaire(method)
  const isLast = step === steps.length
  const canGoOn = isComplete(step, answers) && !isMutating
  const answering: AnswerProps = {
    answers,
    answer: (name, value) => setAnswers(given => ({ ...given, [name]: value })),
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the form is painted.
  useLayoutEffect(() => {
    if (form.current) setAnswers({ ...prefilled, ...readAnswers(form.current) })
  }, [])

  /** The title takes the focus, so that keyboard and screen reader follow. */
  function goTo(next: number) {
    flushSync(() => setStep(next))
    title.current?.focus()
  }

  async function forward(event: FormEvent) {
    event.preventDefault()
    if (!canGoOn) return
    if (!isLast) goTo(step + 1)
    else if (await submit(answers)) onDone()
  }

  return (
    <form ref={form} className="questionnaire-form" method="post" noValidate onSubmit={forward} data-private>
      <Progress step={step} />
      <h2 ref={title} tabIndex={-1}>
        {steps[step - 1]?.title}
      </h2>
      <div className="form">
        {steps[step - 1]?.questions.map(question => (
          <Question key={question.name} question={question} {...answering} />
        ))}
        {isLast && <AdditionalInfo {...answering} />}
      </div>
      <div className="questionnaire-steps">
        {step > 1 && (
          <Button type="button" variant="outline" size="3" onClick={() => goTo(step - 1)}>
            Indietro
          </Button>
        )}
        <Button type="submit" size="3" disabled={!canGoOn}>
          {isLast ? submitLabel[method] : 'Avanti'}
        </Button>
      </div>
    </form>
  )
}
