/** What sign-in is told by the console: where to go on afterwards, and whether a session has ended meanwhile. */
export type CameFrom = { to: string; ended: boolean }
