import { Button } from '@radix-ui/themes'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { AnswerSheet } from './answer-sheet.tsx'
import { type AnswerName, type Answers, isComplete, noAnswers, stepCount } from './answers.ts'
import { type ContactMethod, submitLabel } from './contact.ts'
import { steps } from './steps.tsx'
import { useSubmitQuestionnaire } from './submit-questionnaire.ts'

type Props = { method: ContactMethod; prefilled: Answers; onDone: (answers: Answers) => void }

function Progress({ step }: { step: number }) {
  const percent = Math.round((step / stepCount) * 100)
  return (
    <div className="questionnaire-progress">
      <p>
        <span>
          Passo {step} di {stepCount}
        </span>
        <span>{percent}%</span>
      </p>
      <progress value={step} max={stepCount} aria-label="Avanzamento del questionario" />
    </div>
  )
}

/** The next step's title takes the focus, so that keyboard and screen reader follow; not on arrival. */
function useStep() {
  const [step, setStep] = useState(1)
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) title.current?.focus()
    shown.current = step
  }, [step])
  return { step, title, goTo: setStep }
}

/** The values that the prerendered inputs have already: typed early, or restored by the browser. */
function writtenIn(form: HTMLFormElement): Partial<Answers> {
  const written = Array.from(new FormData(form)).filter(
    ([name, value]) => value !== '' && value !== noAnswers[name as AnswerName],
  )
  return Object.fromEntries(written)
}

/** Starts blank as it was prerendered; before the first paint it takes values from the URL and from the inputs. */
function useAnswers(prefilled: Answers) {
  const form = useRef<HTMLFormElement>(null)
  const [answers, setAnswers] = useState(noAnswers)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form appears.
  useLayoutEffect(() => {
    if (form.current) setAnswers({ ...prefilled, ...writtenIn(form.current) })
  }, [])
  const answer = (name: AnswerName, value: string) => setAnswers(given => ({ ...given, [name]: value }))
  return { form, answers, answer }
}

export function QuestionnaireForm({ method, prefilled, onDone }: Props) {
  const { step, title, goTo } = useStep()
  const { form, answers, answer } = useAnswers(prefilled)
  const { submit, isMutating } = useSubmitQuestionnaire(method)
  const last = step === stepCount
  const complete = isComplete(step, answers)
  const shown = steps[step - 1]
  if (!shown) throw new Error(`There is no step ${step}`)

  async function forward(event: FormEvent) {
    event.preventDefault()
    if (!complete || isMutating) return
    if (!last) goTo(step + 1)
    else if (await submit(answers)) onDone(answers)
  }

  return (
    <div className="questionnaire-columns">
      <form
        ref={form}
        className="questionnaire-form"
        method="post"
        noValidate
        onSubmit={forward}
        data-private
      >
        <Progress step={step} />
        <h2 ref={title} tabIndex={-1}>
          {shown.title}
        </h2>
        <div className="form">
          <shown.Questions answers={answers} answer={answer} />
        </div>
        <div className="questionnaire-steps">
          {step > 1 && (
            <Button type="button" variant="outline" size="3" onClick={() => goTo(step - 1)}>
              Indietro
            </Button>
          )}
          <Button type="submit" size="3" disabled={!complete || isMutating}>
            {last ? submitLabel[method] : 'Avanti'}
          </Button>
        </div>
      </form>
      <AnswerSheet answers={answers} />
    </div>
  )
}
