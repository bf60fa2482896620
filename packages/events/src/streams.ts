/** Names of the streams. The part before the first dash is the category, what follows it the id. */
export const streams = {
  account: (accountId: string) => `account-${accountId}`,
  email: (keyedHash: string) => `email-${keyedHash}`,
  session: (sessionId: string) => `session-${sessionId}`,
  setup: (accountId: string) => `setup-${accountId}`,
  visit: (visitId: string) => `visit-${visitId}`,
}

export function idOf(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1)
}
