import { hash } from 'node:crypto'
import { idOf } from '@tba/events/streams.ts'

const uuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
const digest = (text: string) => hash('sha256', text)

/** The ids that browsers make. */
const dated = /^session_(\d{13})_/

/**
 * A visit's id in 16 bytes: its hash, behind the time that the id of a browser begins with. So visits of the same hour lie
 * side by side, and those that are going on in a few pages of each index. A visitor may lie about the time.
 */
export function visitKey(visitId: string): string {
  const [, atMs] = dated.exec(visitId) ?? []
  const hashed = digest(visitId)
  return uuid(atMs ? Number(atMs).toString(16).padStart(12, '0') + hashed.slice(0, 20) : hashed)
}

export const visitKeyOf = ({ stream }: { stream: string }) => visitKey(idOf(stream))

/** Some values in 16 bytes. */
export const keyOf = (...values: (string | null)[]) => uuid(digest(JSON.stringify(values)))
