import { type Decider, refuse } from '../decider.ts'
import type { ReportLinkEvent } from './events.ts'

export type ReportLinkCommand =
  | { type: 'LinkReport'; report: string; expiresAt: string }
  | { type: 'OpenReportLink'; at: Date }
  | { type: 'RevokeReportLink'; report: string }

export type ReportLinkState = { report: string; expiresAt: string; isRevoked: boolean } | null

/** The report of a link that can be opened at this time; null: unknown, expired or revoked. */
export const linkedReport = (link: ReportLinkState, at: Date): string | null =>
  link && !link.isRevoked && Date.parse(link.expiresAt) > at.getTime() ? link.report : null

export const reportLinkDecider: Decider<ReportLinkState, ReportLinkCommand, ReportLinkEvent, 'unknown'> = {
  initial: null,
  decide(link, command) {
    switch (command.type) {
      case 'LinkReport': {
        const { report, expiresAt } = command
        return link ? [] : [{ type: 'ReportLinked', data: { report, expiresAt } }]
      }
      case 'OpenReportLink': {
        const report = linkedReport(link, command.at)
        return report === null ? refuse('unknown') : [{ type: 'ReportLinkOpened', data: { report } }]
      }
      case 'RevokeReportLink': {
        const { report } = command
        if (link?.report !== report) return refuse('unknown')
        return link.isRevoked ? [] : [{ type: 'ReportLinkRevoked', data: { report } }]
      }
    }
  },
  evolve(link, event) {
    if (event.type === 'ReportLinked') return { ...event.data, isRevoked: false }
    return link && event.type === 'ReportLinkRevoked' ? { ...link, isRevoked: true } : link
  },
}
