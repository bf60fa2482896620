import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'

export type Names = Readonly<Record<string, string>>
/** Without `how` it is a new file. */
type Step = { file: string; how: string; pattern: string; code: string }
export type Template = { steps: Step[]; left: string }

const block =
  /^`([^`\n]+)`(?:, (at the top|at the end|instead of) ?(?:`([^\n]+)`)?)?:\n\n```\w+\n(.*?)```$/gms

/**
 * A template with its names. A line `+text…` is left out without the option, and `-text…` with it. A line `+each…` is
 * repeated for each field.
 */
export function readTemplate(
  file: string,
  names: Names,
  { options, fields }: { options: readonly string[]; fields: readonly Names[] },
): Template {
  let text = readFileSync(path.join(import.meta.dirname, file), 'utf8')
  for (const option of ['row', 'body', 'text', 'console'])
    text = text.replace(new RegExp(`^([+-])${option}(.*\n)`, 'gm'), (_line, sign: string, rest: string) =>
      options.includes(option) === (sign === '+') ? rest : '',
    )
  text = text
    .replace(/(?:^\+each.*\n)+/gm, each => eachOf(each, fields))
    .replace(/__(\w+?)__/g, (unknown, name: string) => names[name] ?? unknown)
  const blocks = [...text.matchAll(block)].map(([, file = '', how = '', pattern = '', code = '']) => ({
    file,
    how,
    pattern,
    code,
  }))
  const [, left = ''] = text.split('## Left to do\n\n')
  return { steps: blocks.filter(({ code }) => code !== ''), left }
}

/** Neighbouring lines for each field, together. */
function eachOf(lines: string, fields: readonly Names[]): string {
  const text = lines.replace(/^\+each/gm, '')
  return fields
    .map(field => text.replace(/__(\w+?)__/g, (other, name: string) => field[name] ?? other))
    .join('')
}

/** Writes everything into the checkout, or nothing. @returns the files. @throws {StartRefusal} a part does not fit */
export function write(root: string, steps: readonly Step[]): string[] {
  const texts = new Map<string, string>()
  for (const { file, how, pattern, code } of steps) {
    const target = path.join(root, file)
    if (how === '' && existsSync(target)) throw new StartRefusal(`${file} is there already.`)
    if (how === '') texts.set(file, code)
    else texts.set(file, applyStep(file, texts.get(file) ?? readText(target, file), { how, pattern, code }))
  }
  for (const [file, text] of texts) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return [...texts.keys()]
}

function applyStep(file: string, text: string, { how, pattern, code }: Omit<Step, 'file'>): string {
  if (how === 'at the top') return code + text
  if (how === 'at the end') return text + code
  const found = [...text.matchAll(new RegExp(pattern, 'gm'))].length
  if (found !== 1)
    throw new StartRefusal(`${file} has ${found} places like ${pattern}: this one is written by hand.`)
  return text.replace(new RegExp(pattern, 'm'), code.trimEnd())
}

function readText(target: string, file: string): string {
  if (!existsSync(target)) throw new StartRefusal(`There is no ${file}: this one is written by hand.`)
  return readFileSync(target, 'utf8')
}
