import { specify } from '../testing/given.ts'
import { reportLinkDecider } from './report-link.decider.ts'

const [report, other] = ['7f1f6a52-3c3d-4b7b-8a41-0c9f9a3b0b02', '0c9f9a3b-3c3d-4b7b-8a41-7f1f6a520b02']
const expiresAt = '2026-03-01T00:00:00.000Z'
const linked = { type: 'ReportLinked', data: { report, expiresAt } } as const
const opened = { type: 'ReportLinkOpened', data: { report } } as const
const revoked = { type: 'ReportLinkRevoked', data: { report } } as const
const openAt = (at: string) => ({ type: 'OpenReportLink', at: new Date(at) }) as const
const revoke = { type: 'RevokeReportLink', report } as const
const links = specify(reportLinkDecider)

test('a link opens its report until it expires, each time recorded', () => {
  links.after([linked], openAt('2026-02-28T23:59:59.999Z')).records(opened)
  links.after([linked, opened], openAt('2026-02-01')).records(opened)
  links.after([linked], openAt(expiresAt)).refuses('unknown')
})

test('an unknown link opens nothing, and a revoked one never again', () => {
  links.after([], openAt('2026-02-01')).refuses('unknown')
  links.after([linked, revoked], openAt('2026-02-01')).refuses('unknown')
  links.after([linked, revoked, opened], openAt('2026-02-01')).refuses('unknown')
})

test('a link is revoked once, and only as a link of its report', () => {
  links.after([linked], revoke).records(revoked)
  links.after([linked, revoked], revoke).records()
  links.after([linked], { ...revoke, report: other }).refuses('unknown')
  links.after([], revoke).refuses('unknown')
})

test('a token names one link: the same again changes nothing', () => {
  const link = { type: 'LinkReport', report, expiresAt } as const
  links.after([], link).records(linked)
  links.after([linked, revoked], { ...link, report: other }).records()
})
