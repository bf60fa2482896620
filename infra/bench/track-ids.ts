/** One round: the thirteen characters of a UUID that only its ids have, and how its clicks are sent. */
export type Round = { run: string; connections: number; isBatch: boolean }

export const clicks = 20

/** The ids of a round's click, by its number: as track.lua makes them. */
export function idsOf({ run, connections, isBatch }: Round, click: number) {
  const visit = isBatch
    ? Math.floor(click / clicks)
    : Math.floor(click / (connections * clicks)) * connections + (click % connections)
  const hex = (value: number) => value.toString(16).padStart(12, '0')
  return {
    sessionId: `session_1700000000000_${run}-4000-8000-${hex(visit)}`,
    clientId: `${run}-4000-9000-${hex(click)}`,
  }
}
