import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ViewState } from './view-state.tsx'

type Props<Thing> = {
  className: string
  back: { to: string; name: string }
  /** While it loads. */
  title: string
  answer: Parameters<typeof ViewState>[0]['answer'] & { data?: Thing | undefined; isMissing: boolean }
  gone: { title: string; text: string }
  children: (thing: Thing) => ReactNode
}

export const DetailPage = <Thing,>({ className, back, title, answer, gone, children }: Props<Thing>) => (
  <main className={`console ${className}`}>
    <p className="way-back">
      <Link to={back.to}>← {back.name}</Link>
    </p>
    {answer.isMissing ? (
      <>
        <h1>{gone.title}</h1>
        <p className="quiet">{gone.text}</p>
      </>
    ) : answer.data ? (
      children(answer.data)
    ) : (
      <>
        <h1 className="visually-hidden">{title}</h1>
        <ViewState answer={answer} />
      </>
    )}
  </main>
)
