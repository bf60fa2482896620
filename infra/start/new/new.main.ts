import path from 'node:path'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { parsed, runCommand } from '../local/command.ts'
import { namesOfAction, namesOfContext } from './names.ts'
import { readTemplate, write } from './template.ts'

/** Writes the files of a new context or action as small working features, and prints what is left to do. */

const usage = `npm run new -- context <names> [--console]             as notes: customers write texts and read them again
npm run new -- action <kind of stream> <verb-object> [Event] [--text]
                                                       as notes pin-note: a customer does it, and NotePinned is recorded

  --console  administrators have a page that lists what customers wrote
  Event      its name, where the verb is irregular, as NoteSent
  --text     the action comes with a text`

const root = path.resolve(import.meta.dirname, '../../..')

await runCommand(async () => {
  const options = { text: { type: 'boolean' }, console: { type: 'boolean' } } as const
  const { values, positionals } = parsed(
    { args: process.argv.slice(2), options, allowPositionals: true },
    usage,
  )
  const [what, name, ...more] = positionals
  if (!name || (what === 'context' ? more.length > 0 : what !== 'action' || !more[0] || more[2]))
    throw new StartRefusal(usage)
  const names = what === 'context' ? namesOfContext(name) : namesOfAction(root, name, more[0] ?? '', more[1])
  const { steps, left } = readTemplate(`${what}.md`, names, Object.keys(values))
  const files = write(root, steps)
  console.log(
    `Written:\n${files.map(file => `  ${file}`).join('\n')}\n\nIt works as it is. Left to do:\n${left}`,
  )
})
