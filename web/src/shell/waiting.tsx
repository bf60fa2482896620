import { Spinner } from '@radix-ui/themes'

export function Waiting() {
  return (
    <div className="waiting" role="status">
      <Spinner size="3" aria-hidden />
      <span className="visually-hidden">Caricamento…</span>
    </div>
  )
}
