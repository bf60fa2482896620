import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { streamCategories } from '@tba/events/contexts.ts'
import { categoriesNamedByAccount } from '@tba/events/streams.ts'
import type { Names } from './template.ts'

const pascal = (kebab: string) => kebab.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase())
const camel = (kebab: string) => kebab.replace(/-(\w)/g, (_, first: string) => first.toUpperCase())

function checkName(name: string): string {
  if (/^[a-z]+(-[a-z]+)*$/.test(name)) return name
  throw new StartRefusal(
    `A name is written in small letters with dashes, as support-tickets, and not ${name}.`,
  )
}

const singular = (plural: string) => plural.replace(/ies$/, 'y').replace(/(?<=ss|x|ch|sh)es$|(?<!s)s$/, '')

/** What is sent, as a list of names with commas. @throws {StartRefusal} */
export function namesOfFields(text: string): Names[] {
  const fields = text.split(',').map(checkName)
  return fields.map(name => ({
    field: camel(name),
    Label: name === 'text' ? 'Testo' : pascal(name),
    width: String(Math.floor(60 / fields.length)),
  }))
}

/** @throws {StartRefusal} */
export function namesOfContext(text: string, action: string | undefined, event: string | undefined): Names {
  const folder = checkName(text)
  const single = singular(folder)
  if (single === folder)
    throw new StartRefusal(`A context has a name in the plural, as notes, and not ${folder}.`)
  if (Object.hasOwn(streamCategories, camel(folder)))
    throw new StartRefusal(`There is a context ${folder} already.`)
  return {
    folder,
    table: folder.replaceAll('-', '_'),
    names: camel(folder),
    Names: pascal(folder),
    name: camel(single),
    Name: pascal(single),
    ...namesOfEvent(
      action ?? `write-${single}`,
      single,
      event ?? (action ? undefined : `${pascal(single)}Written`),
    ),
  }
}

/** Regular verbs only. For an irregular verb the event's name must be given. */
function pastTense(verb: string): string {
  if (verb.endsWith('e')) return `${verb}d`
  if (/[^aeiou]y$/.test(verb)) return verb.replace(/y$/, 'ied')
  return verb.replace(/^([^aeiou]*[aeiou])([^aeiouwxy])$/, '$1$2$2').concat('ed')
}

/** @throws {StartRefusal} */
export function namesOfAction(root: string, file: string, text: string, event?: string): Names {
  const kind = camel(checkName(file))
  const customers: readonly string[] = categoriesNamedByAccount
  if (!customers.includes(kind))
    throw new StartRefusal(`An action is a customer's, in one of ${customers.join(', ')}; ${kind} is none.`)
  const [decider = ''] = globSync(`packages/events/src/*/${file}.decider.ts`, { cwd: root })
  const folder = path.basename(path.dirname(decider))
  const single = singular(file)
  return {
    kind,
    Kind: pascal(file),
    file,
    action: text,
    folder,
    name: camel(single),
    ...namesOfEvent(text, file, event),
  }
}

/** Of `verb-object`. @throws {StartRefusal} */
function namesOfEvent(action: string, otherwise: string, event: string | undefined): Names {
  const [verb = '', ...object] = checkName(action).split('-')
  const about = object.join('-') || otherwise
  const command = `${verb}-${about}`
  return {
    Command: pascal(command),
    command: camel(command),
    Event: event ?? pascal(`${about}-${pastTense(verb)}`),
  }
}

/** A generated decider keeps what was written, each under its id with the types of its events. */
export const holdsRows = (root: string, { folder = '', file = '' }: Names) =>
  readFileSync(path.join(root, 'packages/events/src', folder, `${file}.decider.ts`), 'utf8').includes(
    'State = ReadonlyMap<string, ReadonlySet<string>>',
  )
