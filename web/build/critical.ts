import Beasties from 'beasties'

const pseudoElement = /::[\w-]+(?:\([^)]*\))?|:(?:before|after)\b/g
// After its combinator, a pseudo-element leaves a selector that lacks its end.
const openEnd = /[\s>+~]$/

/**
 * Beasties takes every pseudo-class out of a selector before it looks for it, and Radix has its variants in `:where()`:
 * all of them would count as found. Its selector engine knows pseudo-classes, so only pseudo-elements are taken out.
 */
class WholeSelectorBeasties extends Beasties {
  normalizeCssSelector(selector: string): string {
    return selector.replace(pseudoElement, '').replace(openEnd, '$&*')
  }
}

const fontFace = /@font-face\{[^}]*\}/g
const variable = /var\((--[\w-]+)/g
const declared = /(--[\w-]+):((?:[^;{}"']|"[^"]*"|'[^']*')*);?/g
const emptyRule = /[^{};]+\{\}/g

/** Leaves out the custom properties that nothing in `used` asks for, by way of others or directly. */
function withoutUnused(css: string, used: string): string {
  const needs = new Map<string, string[]>()
  for (const [, name = '', value = ''] of css.matchAll(declared)) {
    const names = [...value.matchAll(variable)].map(([, of = '']) => of)
    needs.set(name, [...(needs.get(name) ?? []), ...names])
  }
  const needed = new Set<string>()
  const addNeeded = (name: string) => {
    if (needed.has(name)) return
    needed.add(name)
    for (const other of needs.get(name) ?? []) addNeeded(other)
  }
  const plain = css.replace(declared, '') + used
  for (const [, name = ''] of plain.matchAll(variable)) addNeeded(name)
  return withoutEmpty(css.replace(declared, (text, name) => (needed.has(name) ? text : '')))
}

function withoutEmpty(css: string): string {
  const shorter = css.replace(emptyRule, '')
  return shorter === css ? css : withoutEmpty(shorter)
}

/** The part of a stylesheet that the page needs before its script runs, in either theme. */
export async function criticalCss(css: string, markup: string): Promise<string> {
  const beasties = new WholeSelectorBeasties({ fonts: false, logLevel: 'warn' })
  const page = `<html class="light dark"><head><style>${css}</style></head><body>${markup}</body></html>`
  const [, rules = ''] = /<style>([\s\S]*?)<\/style>/.exec(await beasties.process(page)) ?? []
  // Beasties does not see a font that is named by a variable. A font without a file that is no fallback is Radix's own.
  const fonts = (css.match(fontFace) ?? []).filter(face => !face.includes('(Custom)'))
  return withoutUnused(fonts.join('') + rules, markup)
}
