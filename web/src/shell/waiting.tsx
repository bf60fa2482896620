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

/** In place of a whole page that waits: it has a name and a place to go to, as every page. */
export function WaitingPage() {
  return (
    <main>
      <h1 className="visually-hidden">{brand.name}</h1>
      <Waiting />
    </main>
  )
}
