import { Button } from '@radix-ui/themes'
import { type ReactNode, useId } from 'react'
import { ViewState } from '../parts/page/view-state.tsx'

type Props<Data> = {
  title: string
  /** Above the list. */
  children: ReactNode
  answer: Parameters<typeof ViewState>[0]['answer'] & { data: Data | undefined }
  /** False: there is none. */
  list: (data: Data) => ReactNode
  none: string
  close: () => void
}

/** What a report has beside it: a form, and a list of what was made. */
export function ReportPanel<Data>({ title, children, answer, list, none, close }: Props<Data>) {
  const id = useId()
  return (
    <section className="report-panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      {answer.data === undefined ? (
        <ViewState answer={answer} />
      ) : (
        list(answer.data) || <p className="quiet">{none}</p>
      )}
      <p>
        <Button variant="outline" color="gray" onClick={close}>
          Chiudi
        </Button>
      </p>
    </section>
  )
}
