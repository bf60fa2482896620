import { globSync } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { streamCategories } from '@tba/events/contexts.ts'
import { categoriesNamedByAccount } from '@tba/events/streams.ts'
import type { Names } from './template.ts'

const pascal = (kebab: string) => kebab.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase())
const camel = (kebab: string) => kebab.replace(/-(\w)/g, (_, first: string) => first.toUpperCase())

function checked(name: string): string {
  if (/^[a-z]+(-[a-z]+)*$/.test(name)) return name
  throw new StartRefusal(
    `A name is written in small letters with dashes, as support-tickets, and not ${name}.`,
  )
}

/** @throws {StartRefusal} */
export function namesOfContext(given: string): Names {
  const folder = checked(given)
  const single = folder.replace(/ies$/, 'y').replace(/(?<=ss|x|ch|sh)es$|(?<!s)s$/, '')
  if (single === folder)
    throw new StartRefusal(`A context has a name in the plural, as notes, and not ${folder}.`)
  if (Object.hasOwn(streamCategories, camel(folder)))
    throw new StartRefusal(`There is a context ${folder} already.`)
  return {
    ...{ folder, table: folder.replaceAll('-', '_') },
    ...{ names: camel(folder), Names: pascal(folder), name: camel(single), Name: pascal(single) },
  }
}

/** Regular verbs only. For an irregular verb the event's name must be given. */
function past(verb: string): string {
  if (verb.endsWith('e')) return `${verb}d`
  if (/[^aeiou]y$/.test(verb)) return verb.replace(/y$/, 'ied')
  return verb.replace(/^([^aeiou]*[aeiou])([^aeiouwxy])$/, '$1$2$2').concat('ed')
}

/** @throws {StartRefusal} */
export function namesOfAction(root: string, file: string, given: string, event?: string): Names {
  const action = checked(given)
  const kind = camel(checked(file))
  const customers: readonly string[] = categoriesNamedByAccount
  if (!customers.includes(kind))
    throw new StartRefusal(`An action is a customer's, in one of ${customers.join(', ')}; ${kind} is none.`)
  const [decider = ''] = globSync(`packages/events/src/*/${file}.decider.ts`, { cwd: root })
  const [verb = '', ...object] = action.split('-')
  const about = object.join('-') || file
  return {
    ...{ kind, Kind: pascal(file), file, action, folder: path.basename(path.dirname(decider)) },
    ...{ Command: pascal(`${verb}-${about}`), command: camel(`${verb}-${about}`) },
    Event: event ?? pascal(`${about}-${past(verb)}`),
  }
}
