import { Button, TextArea, TextField } from '@radix-ui/themes'
import { isKeyOf } from '@tba/events/keys.ts'
import { type Dispatch, type FormEvent, type SetStateAction, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { dialCodes } from '../content/dial-codes.ts'
import { CommandButton } from '../forms/command-button.tsx'
import { Field } from '../forms/field.tsx'
import { useGivenValues } from '../forms/given-values.ts'
import { PhoneFields } from '../forms/native-fields.tsx'
import { type ContactMethod, submitLabel, useSubmitQuestionnaire } from './contact.ts'
import { forgetAnswers, keepAnswers, startAnswers } from './kept-answers.ts'
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

const Text = ({ name, label, type = 'text', autoComplete, answers, answer }: TextQuestion & AnswerProps) => (
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

/** One question with all of its options visible. */
const Choose = ({ name, question, options, short, answers, answer }: Choice & AnswerProps) => (
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

const Phone = ({ answers, answer }: AnswerProps) => (
  <PhoneFields
    codes={dialCodes}
    phone={{ code: answers.countryCode, number: answers.phoneNumber }}
    onChange={({ code, number }) => {
      answer('countryCode', code)
      answer('phoneNumber', number)
    }}
  />
)

function Question({ question, ...answering }: AnswerProps & { question: Choice | TextQuestion }) {
  if ('options' in question) return <Choose {...question} {...answering} />
  if (question.name === 'phoneNumber') return <Phone {...answering} />
  return <Text {...question} {...answering} />
}

const AdditionalInfo = ({ answers, answer }: AnswerProps) => (
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

const Progress = ({ step }: { step: number }) => (
  <div className="questionnaire-progress">
    <p>
      <span>{`Passo ${step} di ${steps.length}`}</span>
      <span>{`${(step * 100) / steps.length}%`}</span>
    </p>
    <progress value={step} max={steps.length} aria-label="Avanzamento" />
  </div>
)

type Props = {
  method: ContactMethod
  /** By the address of the page. */
  given: Partial<Answers>
  answers: Answers
  setAnswers: Dispatch<SetStateAction<Answers>>
  onDone: () => void
}

/** The step that the history entry names, but no later one than the first with answers missing. */
function useStep(answers: Answers) {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const open = steps.findIndex((_, at) => !isComplete(at + 1, answers)) + 1
  const step = Math.min(Number(state?.step) || 1, open || steps.length)
  return {
    step,
    search,
    goBack: (by: number) => navigate(-by),
    goTo: (next: number) => navigate({ search }, { state: { step: next } }),
  }
}

export function QuestionnaireForm({ method, given, answers, setAnswers, onDone }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const { step, search, goTo, goBack } = useStep(answers)
  const shownStep = useRef(step)
  const started = useRef(noAnswers)
  const { submit, isMutating } = useSubmitQuestionnaire(method)
  const isLast = step === steps.length
  const canGoOn = isComplete(step, answers) && !isMutating
  const answering: AnswerProps = {
    answers,
    answer: (name, value) => setAnswers(known => ({ ...known, [name]: value })),
  }
  const said = Object.values({ ...answers, countryCode: '' }).join('')
  const shown = steps[step - 1]

  function start() {
    started.current = startAnswers(search, given)
    setAnswers(started.current)
  }
  // Before what stands in the fields is read: it is newer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the form is painted.
  useLayoutEffect(start, [])
  useGivenValues(form, written =>
    setAnswers(known => {
      const isNew = ([name, value]: [string, string]) =>
        isKeyOf(noAnswers, name) && value !== noAnswers[name] && value !== known[name]
      const news = Object.entries(written).filter(isNew)
      return news.length > 0 ? { ...known, ...Object.fromEntries(news) } : known
    }),
  )
  useEffect(() => {
    if (answers !== noAnswers && answers !== started.current) keepAnswers(search, answers)
  }, [search, answers])

  // The title takes the focus, so that keyboard and screen reader follow.
  useEffect(() => {
    if (shownStep.current !== step) title.current?.focus()
    shownStep.current = step
  }, [step])

  function startAgain() {
    if (!confirm('Cancellare le risposte?')) return
    forgetAnswers()
    start()
    if (step > 1) goBack(step - 1)
  }

  async function forward(event: FormEvent) {
    event.preventDefault()
    if (!canGoOn) return
    if (!isLast) return goTo(step + 1)
    if (!(await submit(answers))) return
    forgetAnswers()
    onDone()
  }

  return (
    <form
      ref={form}
      className="questionnaire-form"
      method="post"
      noValidate
      onSubmit={forward}
      data-private
      data-kept
    >
      <Progress step={step} />
      <h2 ref={title} tabIndex={-1}>
        {shown?.title}
      </h2>
      <div className="form">
        {shown?.questions.map(question => (
          <Question key={question.name} question={question} {...answering} />
        ))}
        {isLast && <AdditionalInfo {...answering} />}
      </div>
      <div className="questionnaire-steps">
        {step > 1 && (
          <Button type="button" variant="outline" size="3" onClick={() => goBack(1)}>
            Indietro
          </Button>
        )}
        <CommandButton type="submit" size="3" busy={isMutating} disabled={!canGoOn}>
          {isLast ? submitLabel[method] : 'Avanti'}
        </CommandButton>
      </div>
      {said && (
        <p className="small quiet">
          Le risposte restano in questa scheda finché non le invii, al massimo 24 ore.{' '}
          <button type="button" className="text-button" onClick={startAgain}>
            Ricomincia
          </button>
        </p>
      )}
    </form>
  )
}
