import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { streamCategories } from '@tba/events/contexts.ts'
import { outcomeOf, specified } from '@tba/events/testing/given.ts'

const events = path.resolve(import.meta.dirname, '../../../packages/events/src')
const sources = globSync('*/*.decider.ts', { cwd: events }).sort()

/** The literals of the type of a decider's refusals: its last parameter. */
function refusalsIn(source: string): string[] {
  const last = source.match(/: Decider<[^>]*,\s*([^,>]+?),?\s*>/)?.[1] ?? ''
  const type = source.match(new RegExp(`type ${RegExp.escape(last)} =([\\s|]*'[\\w-]+')+`))?.[0] ?? last
  return [...type.matchAll(/'([\w-]+)'/g)].map(([, reason = '']) => reason)
}

describe('each decider is tested in its own folder', async () => {
  // They run here again, in the same process, and tell what they try.
  for (const file of globSync('*/*.decider.test.ts', { cwd: events }))
    await import(`${path.join(events, file)}?of=conventions`)

  test.each(sources)('%s: each command with its events, and with each outcome', async file => {
    const text = readFileSync(path.join(events, file), 'utf8')
    const exported: unknown[] = Object.values(await import(path.join(events, file)))
    const category = Object.values(streamCategories).find(({ state }) => exported.includes(state))
    if (!category || !('decider' in category)) throw new Error(`${file} is in no stream category`)
    const tried = specified.filter(({ decider }) => decider === category.decider)
    const tested = new Set(tried.map(({ command, outcome }) => `${command.type}: ${outcome}`))

    const reached = tried.flatMap(({ decider, state }) =>
      tried.map(({ command }) => `${command.type}: ${outcomeOf(decider.decide(state, command))}`),
    )
    const wanted = new Set([...category.commands.map(command => `${command}: events`), ...reached])
    expect([...wanted.difference(tested)], 'no test says that').toEqual([])
    const refused = new Set<string>(tried.map(({ outcome }) => outcome))
    const named = refusalsIn(text)
    expect(named.length > 0, 'its refusals are found where it has any').toBe(/\brefuse\(/.test(text))
    expect(named.filter(reason => !refused.has(reason))).toEqual([])
  })
})
