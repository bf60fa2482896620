import { kinds } from './contexts.ts'
import type { Decider } from './decider.ts'

type Kinds = typeof kinds
/** The kinds of streams that have a decider. */
export type Kind = { [K in keyof Kinds]: Kinds[K] extends { decider: unknown } ? K : never }[keyof Kinds]
export type IdOf<K extends Kind> = Parameters<Kinds[K]['stream']>[0]

type PartsOf<K extends Kind> =
  Kinds[K]['decider'] extends Decider<infer S, infer C, infer E, infer R>
    ? { state: S; command: C; event: E; reason: R }
    : never
export type StateOf<K extends Kind> = PartsOf<K>['state']
export type ReasonOf<K extends Kind> = PartsOf<K>['reason']
export type CommandOf<K extends Kind> = PartsOf<K>['command']

export type Command = { [K in Kind]: CommandOf<K> }[Kind]
type KindFor = { [K in Kind as Kinds[K]['commands'][number]]: K }

/** Every command, and the kind of stream (thereby the decider) that it is for: `execute` looks it up here. */
export const commands = Object.fromEntries(
  Object.entries(kinds).flatMap(([name, kind]) =>
    'commands' in kind ? kind.commands.map(command => [command, name]) : [],
  ),
) as KindFor

/** The kind of stream that a command is for. */
export type KindOf<C extends Command> = KindFor[C['type']]
