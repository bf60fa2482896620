/** The content of a letter, for both plain text and HTML. */
export type Letter = {
  to: string
  /** The recipient of a reply. */
  replyTo?: { name: string; address: string } | undefined
  subject: string
  /** Where a POST ends letters like this one. */
  unsubscribe?: string | undefined
  content: readonly Block[]
}

export type Block =
  | string
  | { button: string; link: string }
  | { rows: readonly (readonly [string, string])[] }
  | { heading: string }
  /** A line of the foot, with a link behind these words or without. */
  | { small: string; to?: { says: string; address: string } }
  /** The first line has the names of the columns; the first column those of the lines. */
  | { table: readonly (readonly string[])[]; text: readonly string[] }
  /** `share`: of the longest bar, from 0 to 100. */
  | { bars: readonly { label: string; value: string; share: number }[] }

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, sign => escapes[sign] ?? sign)

/** Further lines are indented, so that none looks like the next row. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g
const indented = (text: string) => text.replace(lineBreak, '\n    ')

export function textOf({ content }: Letter, brand: string): string {
  return `${[...content.map(textBlock), `— ${brand}`].join('\n\n')}\n`
}

function textBlock(block: Block): string {
  if (typeof block === 'string') return block
  if ('link' in block) return block.link
  if ('heading' in block) return block.heading.toUpperCase()
  if ('small' in block) return `${block.small}${block.to ? ` ${block.to.says}:\n${block.to.address}` : ''}`
  if ('table' in block) return block.text.join('\n')
  if ('bars' in block) return block.bars.map(({ label, value }) => `  ${label}: ${value}`).join('\n')
  return block.rows.map(([name, value]) => `${name}: ${indented(value)}`).join('\n')
}

/** For programs that show dark pages. Others keep the colours of the attributes. */
const dark = `@media (prefers-color-scheme: dark) {
.page { background: #171512 !important }
.sheet { background: #22201c !important; color: #ece7dc !important }
.quiet { color: #a8a193 !important }
.bar { background: #7fb894 !important }
.button { background: #ece7dc !important; color: #171512 !important }
}`

/** Tables and attributes, because that is what every mail program shows. */
export function htmlOf({ content, subject }: Letter, brand: string): string {
  return `<!doctype html>
<html lang="it">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title>
<style>${dark}</style></head>
<body class="page" bgcolor="#f4f1ea" style="margin:0;background:#f4f1ea">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="page" align="center" bgcolor="#f4f1ea" style="padding:16px 8px">
<table role="presentation" class="sheet" width="100%" bgcolor="#ffffff" cellpadding="0" cellspacing="0" style="max-width:640px;color:#1d1b17"><tr><td style="padding:24px 20px;font:16px/1.5 sans-serif;word-break:break-word">
${[...content.map(htmlBlock), `<p class="quiet" style="margin:24px 0 0;color:#6b665c">${escaped(brand)}</p>`].join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

function htmlBlock(block: Block): string {
  if (typeof block === 'string') return paragraph(escaped(block))
  if ('link' in block) return paragraph(button(block))
  if ('heading' in block) return `<h2 style="margin:32px 0 8px;font-size:18px">${escaped(block.heading)}</h2>`
  if ('small' in block) {
    const { small, to } = block
    const link = to
      ? ` <a href="${escaped(to.address)}" class="quiet" style="color:#6b665c">${escaped(to.says)}</a>`
      : ''
    return `<p class="quiet" style="margin:16px 0 0;font-size:13px;color:#6b665c">${escaped(small)}${link}</p>`
  }
  if ('table' in block) return table(block.table.map((cells, at) => tableLine(cells, at === 0)))
  if ('bars' in block) return table(block.bars.map(bar))
  return table(block.rows.map(([name, value]) => row(escaped(name), escaped(value))))
}

const table = (lines: readonly string[]) =>
  `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${lines.join('')}</table>`

const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`

function button({ button: says, link }: { button: string; link: string }): string {
  const look = 'display:inline-block;padding:12px 20px;background:#1d1b17;color:#fff;text-decoration:none'
  return `<a href="${escaped(link)}" class="button" style="${look}">${escaped(says)}</a>`
}

const cell = 'padding:4px 12px 4px 0;vertical-align:top'

function row(name: string, value: string): string {
  return `<tr><td class="quiet" style="${cell};color:#6b665c">${name}</td><td style="${cell};white-space:pre-wrap">${value}</td></tr>`
}

function tableLine(cells: readonly string[], isHead: boolean): string {
  const html = cells.map((text, at) => {
    const [name, align] = [isHead || at === 0 ? 'th' : 'td', at === 0 ? 'left' : 'right']
    const look = at === 0 ? 'padding:4px 0' : 'padding:4px 0 4px 12px;white-space:nowrap'
    const weight = isHead ? 'font-weight:normal;color:#6b665c' : ''
    return `<${name} class="${isHead ? 'quiet' : ''}" align="${align}" style="${look};vertical-align:top;font-size:14px;${weight}">${escaped(text)}</${name}>`
  })
  return `<tr>${html.join('')}</tr>`
}

function bar({ label, value, share }: { label: string; value: string; share: number }): string {
  const small = 'padding:2px 8px 2px 0;font-size:13px'
  const coloured = `<table role="presentation" width="${Math.max(1, Math.round(share))}%" cellpadding="0" cellspacing="0"><tr><td class="bar" bgcolor="#1f5c3d" height="14" style="font-size:1px;line-height:14px">&nbsp;</td></tr></table>`
  return `<tr><td width="36%" style="${small}">${escaped(label)}</td><td width="14%" align="right" style="${small}">${escaped(value)}</td><td width="50%" style="padding:2px 0">${share > 0 ? coloured : ''}</td></tr>`
}
