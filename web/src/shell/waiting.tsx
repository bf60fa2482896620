import { Spinner } from '@radix-ui/themes'
import { brand } from '../content/brand.ts'

export function Waiting() {
  return (
    <div className="waiting" role="status">
      <Spinner size="3" aria-hidden />
      <span className="visually-hidden">Caricamento…</span>
    </div>
  )
}

/** Replaces a page that is loading; with a title and a main landmark, like every page. */
export function WaitingPage() {
  return (
    <main>
      <h1 className="visually-hidden">{brand.name}</h1>
      <Waiting />
    </main>
  )
}
