/** One rule or statement of a stylesheet, with the at-rules around it, outermost first. */
export type CssRule = { around: string[]; head: string; text: string }

const groups = /^@(media|supports|layer|container)\b/

/** Where the block or statement that starts here ends: after its `}` or `;`. */
function endOf(css: string, start: number): number {
  let depth = 0
  for (let at = start; at < css.length; at++) {
    const sign = css[at]
    if (sign === '"' || sign === "'") at = css.indexOf(sign, at + 1)
    else if (sign === '\\') at++
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
    else if (sign === ';' && depth === 0) return at + 1
  }
  return css.length
}

/** Takes a minified stylesheet apart; `@keyframes` and `@font-face` stay whole. */
export function cssRules(css: string, around: string[] = []): CssRule[] {
  const rules: CssRule[] = []
  for (let start = 0; start < css.length; ) {
    const end = endOf(css, start)
    const text = css.slice(start, end).trim()
    start = end
    const brace = text.indexOf('{')
    const head = (brace < 0 ? text : text.slice(0, brace)).trim()
    if (brace >= 0 && groups.test(head)) {
      rules.push(...cssRules(text.slice(brace + 1, -1), [...around, head]))
    } else if (text) rules.push({ around, head, text })
  }
  return rules
}

/** What names a rule in the committed list. */
export const nameOf = ({ around, head }: CssRule) => [...around, head].join(' ')

/** The opposite of `cssRules`: neighbours within the same at-rules share them. */
export function cssText(rules: CssRule[]): string {
  let text = ''
  let open: string[] = []
  for (const { around, text: rule } of rules) {
    const same = around.findIndex((head, index) => head !== open[index])
    const shared = same < 0 ? Math.min(around.length, open.length) : same
    text +=
      '}'.repeat(open.length - shared) +
      around
        .slice(shared)
        .map(head => `${head}{`)
        .join('') +
      rule
    open = around
  }
  return text + '}'.repeat(open.length)
}
