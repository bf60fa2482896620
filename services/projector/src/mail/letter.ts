/** The content of a letter, for both plain text and HTML. */
export type Letter = {
  to: string
  /** The recipient of a reply. */
  replyTo?: { name: string; address: string } | undefined
  subject: string
  content: readonly Block[]
}

export type Block =
  | string
  | { button: string; link: string }
  | { rows: readonly (readonly [string, string])[] }

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
  const blocks = content.map(block => {
    if (typeof block === 'string') return block
    if ('link' in block) return block.link
    return block.rows.map(([name, value]) => `${name}: ${indented(value)}`).join('\n')
  })
  return `${[...blocks, `— ${brand}`].join('\n\n')}\n`
}

export function htmlOf({ content, subject }: Letter, brand: string): string {
  const blocks = content.map(block => {
    if (typeof block === 'string') return paragraph(escaped(block))
    if ('link' in block) return paragraph(button(block))
    const rows = block.rows.map(([name, value]) => row(escaped(name), escaped(value)))
    return `<table style="border-collapse:collapse;margin:0 0 16px">${rows.join('')}</table>`
  })
  return `<!doctype html>
<html lang="it">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f1ea;color:#1d1b17;font:16px/1.5 sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff">
${[...blocks, `<p style="margin:24px 0 0;color:#6b665c">${escaped(brand)}</p>`].join('\n')}
</div>
</body>
</html>
`
}

const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`

function button({ button: says, link }: { button: string; link: string }): string {
  const look = 'display:inline-block;padding:12px 20px;background:#1d1b17;color:#fff;text-decoration:none'
  return `<a href="${escaped(link)}" style="${look}">${escaped(says)}</a>`
}

function row(name: string, value: string): string {
  const cell = 'padding:4px 16px 4px 0;vertical-align:top'
  return `<tr><td style="${cell};color:#6b665c">${name}</td><td style="${cell};white-space:pre-wrap">${value}</td></tr>`
}
