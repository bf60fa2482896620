import { hasConsent } from './consent.ts'

type Report = (told: { additionalData: Record<string, string | number> }) => void

/** Of one load; the server counts those of a visit. */
let left = 5

/** Its own file: the first load has no room for it. Without messages, which could hold what was typed. */
export function watchErrors(report: Report) {
  const tell = (error: unknown, address = '', line = 0) => {
    if (!hasConsent() || left-- <= 0) return
    const kind = error instanceof Error ? error.name : 'Error'
    const url = URL.parse(address)
    const script = url?.origin === location.origin ? url.pathname : ''
    report({ additionalData: { kind, script, line } })
  }
  addEventListener('error', ({ error, filename, lineno }) => tell(error, filename, lineno))
  addEventListener('unhandledrejection', ({ reason }) => tell(reason))
}
