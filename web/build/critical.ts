import { type CssRule, cssRules, cssText, nameOf } from './css-rules.ts'

/** The order of the layers, and the fonts that have a file or stand in for one. */
const isStatement = ({ head, text }: CssRule) =>
  head.startsWith('@layer') || (head === '@font-face' && !text.includes('(Custom)'))
const variable = /var\((--[\w-]+)/g

const declared = /(--[\w-]+):((?:[^;{}"']|"[^"]*"|'[^']*')*);?/g

/** Leaves out the custom properties that nothing in `used` asks for, by way of others or directly. */
function withoutUnused(css: string, used: string): string {
  const asked = new Map<string, string[]>()
  for (const [, name = '', value = ''] of css.matchAll(declared)) {
    const names = [...value.matchAll(variable)].map(([, of = '']) => of)
    asked.set(name, [...(asked.get(name) ?? []), ...names])
  }
  const needed = new Set<string>()
  const need = (name: string) => {
    if (needed.has(name)) return
    needed.add(name)
    for (const other of asked.get(name) ?? []) need(other)
  }
  const plain = css.replace(declared, '') + used
  for (const [, name = ''] of plain.matchAll(variable)) need(name)
  return css.replace(declared, (text, name) => (needed.has(name) ? text : ''))
}

const emptyRule = /[^{};]+\{\}/g

function withoutEmpty(css: string): string {
  const less = css.replace(emptyRule, '')
  return less === css ? css : withoutEmpty(less)
}

/**
 * The part of a stylesheet that the first view needs.
 * @param names the committed list: which rules matched in a browser
 * @param html the page, whose inline styles may ask for variables
 */
export function criticalCss(css: string, names: readonly string[], html: string): string {
  const listed = new Set(names)
  const rules = cssRules(css)
  const kept = rules.filter(rule => isStatement(rule) || listed.has(nameOf(rule)))
  const text = cssText(kept)
  const moving = rules.filter(({ head }) => {
    const [, name] = head.match(/^@keyframes (\S+)/) ?? []
    return name && new RegExp(`animation[^;}]*\\b${name}\\b`).test(text)
  })
  return withoutEmpty(withoutUnused(text + cssText(moving), html))
}
