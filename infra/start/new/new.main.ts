import path from 'node:path'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { parseOptions, runCommand } from '../local/command.ts'
import { holdsRows, namesOfAction, namesOfContext, namesOfFields } from './names.ts'
import { readTemplate, write } from './template.ts'

/** Writes the files of a new context or action as small working features, and prints what is left to do. */

const usage = `npm run new -- context <names> [<verb-object> [Event]] [--console] [--fields a,b]
                                                       as notes: customers write texts and read them again;
                                                       as support-tickets open-support-ticket --fields subject,text
npm run new -- action <kind of stream> <verb-object> [Event] [--text]
                                                       as notes pin-note: a customer does it, and NotePinned is recorded

  --console  administrators have a page that lists what customers wrote
  Event      its name, where the verb is irregular, as NoteSent
  --fields   what is written, instead of one text
  --text     the action comes with a text`

const root = path.resolve(import.meta.dirname, '../../..')

await runCommand(async () => {
  const known = {
    text: { type: 'boolean' },
    console: { type: 'boolean' },
    fields: { type: 'string' },
  } as const
  const { values, positionals } = parseOptions(
    { args: process.argv.slice(2), options: known, allowPositionals: true },
    usage,
  )
  const [what, name, ...more] = positionals
  if (!name || more[2] || (what !== 'context' && (what !== 'action' || !more[0])))
    throw new StartRefusal(usage)
  const fields = namesOfFields(values.fields ?? 'text')
  const columns = fields.map(({ field }) => field).join(', ')
  const names =
    what === 'context'
      ? { ...namesOfContext(name, more[0], more[1]), columns }
      : namesOfAction(root, name, more[0] ?? '', more[1])
  const hasRows = what === 'action' && holdsRows(root, names)
  const options = [
    ...Object.keys(values),
    ...(hasRows ? ['row'] : []),
    ...(hasRows || values.text ? ['body'] : []),
  ]
  const { steps, left } = readTemplate(`${what}.md`, names, { options, fields })
  const files = write(root, steps)
  console.log(
    `Written:\n${files.map(file => `  ${file}`).join('\n')}\n\nIt works as it is. Left to do:\n${left}`,
  )
})
