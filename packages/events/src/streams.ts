/** Names of the streams. The part before the first dash is the category, what follows it the id. */
export const streams = {
  account: (accountId: string) => `account-${accountId}`,
  email: (keyedHash: string) => `email-${keyedHash}`,
  session: (sessionId: string) => `session-${sessionId}`,
  setup: (accountId: string) => `setup-${accountId}`,
  lead: (leadId: string) => `lead-${leadId}`,
  questionnaire: (questionnaireId: string) => `questionnaire-${questionnaireId}`,
  visit: (visitId: string) => `visit-${visitId}`,
  /** What is done to visits as a whole. */
  tracking: () => 'tracking',
  admin: (adminId: string) => `admin-${adminId}`,
  adminSession: (sessionId: string) => `adminSession-${sessionId}`,
  settings: (name: 'analytics') => `settings-${name}`,
  /** An export by a download link, which works once. */
  exportTicket: (ticketId: string) => `exportTicket-${ticketId}`,
  /** A funnel that administrators saved. */
  funnel: (funnelId: string) => `funnel-${funnelId}`,
  historyView: (viewId: string) => `historyView-${viewId}`,
  /** A part of the log, played again. */
  replay: (replayId: string) => `replay-${replayId}`,
  /** What administrators want of a projection. */
  projection: (name: string) => `projection-${name}`,
}

export function idOf(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1)
}
