import { streamCategories } from './contexts.ts'
import type { Decider } from './decider.ts'

type Categories = typeof streamCategories
/** The stream categories with a decider. */
export type Category = {
  [K in keyof Categories]: Categories[K] extends { decider: unknown } ? K : never
}[keyof Categories]
export type IdOf<K extends Category> = Parameters<Categories[K]['stream']>[0]

type PartsOf<K extends Category> =
  Categories[K]['decider'] extends Decider<infer S, infer C, infer E, infer R>
    ? { state: S; command: C; event: E; reason: R }
    : never
export type StateOf<K extends Category> = PartsOf<K>['state']
export type ReasonOf<K extends Category> = PartsOf<K>['reason']
export type CommandOf<K extends Category> = PartsOf<K>['command']

export type Command = { [K in Category]: CommandOf<K> }[Category]
type CategoryByCommand = { [K in Category as Categories[K]['commands'][number]]: K }

/** Every command with its stream category, which names the decider. `execute` uses it. */
export const commands = Object.fromEntries(
  Object.entries(streamCategories).flatMap(([name, category]) =>
    'commands' in category ? category.commands.map(command => [command, name]) : [],
  ),
) as CategoryByCommand

/** The stream category of a command. */
export type CategoryOfCommand<C extends Command> = CategoryByCommand[C['type']]
