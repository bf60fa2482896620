import type { Position } from './port.ts'

/** In PostgreSQL `<generation>-<transaction>-<number>`, in hexadecimal digits of fixed width: so tokens compare as text. */
export const positionPattern = /^([0-9a-f]{8})-([0-9a-f]{16})-([0-9a-f]{16})$/

/** In EventStoreDB `<commit>-<prepare>-<event id's last digits>`, which is never mistaken for the other. */
export const eventStorePositionPattern = /^([0-9a-f]{16})-([0-9a-f]{16})-([0-9a-f]{8})$/

/** Whether this is the token of a position, in whatever log. */
export const isPosition = (text: string): text is Position =>
  positionPattern.test(text) || eventStorePositionPattern.test(text)
