import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { ViewState } from './view-state.tsx'

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="person-section">
    <h2>{title}</h2>
    {children}
  </section>
)

type Props<Data> = {
  className: string
  back: { to: string; name: string }
  /** While it loads. */
  title: string
  answer: Parameters<typeof ViewState>[0]['answer'] & { data?: Data | undefined; isMissing: boolean }
  notFound: { title: string; text: string }
  children: (data: Data) => ReactNode
}

export function DetailPage<Data>({ className, back, title, answer, notFound, children }: Props<Data>) {
  const waiting = (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <ViewState answer={answer} />
    </>
  )
  return (
    <main className={`console ${className}`}>
      <p className="way-back">
        <Link to={back.to}>{`← ${back.name}`}</Link>
      </p>
      {answer.isMissing ? (
        <>
          <h1>{notFound.title}</h1>
          <p className="quiet">{notFound.text}</p>
        </>
      ) : answer.data ? (
        // Its code may still come.
        <Suspense fallback={waiting}>{children(answer.data)}</Suspense>
      ) : (
        waiting
      )}
    </main>
  )
}
