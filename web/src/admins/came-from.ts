/** The router state for sign-in: where to go afterwards, and whether the session has ended by itself. */
export type CameFrom = { to: string; ended: boolean }
