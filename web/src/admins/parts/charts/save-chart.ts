import { downloadBlob } from '../../../api/save-file.ts'

/** What the style sheets of the page give to the parts of a chart. */
const looks = [
  ...['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'color'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor', 'visibility'],
]
/** Pixels of the picture for one of the page. */
const scale = 2
const [margin, lineHeight] = [16, 20]

/** The chart of a figure with the names of its curves, on paper of the page, as a PNG. */
export async function saveChart(figure: HTMLElement, name: string) {
  const chart = figure.querySelector<SVGSVGElement>('svg.recharts-surface')
  if (!chart) throw new Error('no chart')
  const { width: drawn, height } = chart.getBoundingClientRect()
  // The last day may be wider in the letters of the picture.
  const width = drawn + margin
  const names = [...figure.querySelectorAll('.trend-name')].map(element => ({
    text: element.textContent ?? '',
    color: getComputedStyle(element).color,
  }))
  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * margin) * scale
  canvas.height = (height + names.length * lineHeight + 3 * margin) * scale
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('no canvas')
  paper.scale(scale, scale)
  const look = getComputedStyle(figure)
  paper.fillStyle = look.getPropertyValue('--paper')
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.drawImage(await pictureOf(chart, width, height), margin, margin, width, height)
  paper.font = `13px ${look.fontFamily}`
  for (const [at, { text, color }] of names.entries()) {
    paper.fillStyle = color
    paper.fillText(text, margin, height + 2 * margin + (at + 0.5) * lineHeight, width)
  }
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('no picture')
  downloadBlob(blob, name)
}

/** A picture of its own sees no style sheet of the page. */
async function pictureOf(chart: SVGSVGElement, width: number, height: number) {
  const copy = document.importNode(chart, true)
  const parts = [copy, ...copy.querySelectorAll<SVGElement>('*')]
  for (const [at, part] of [chart, ...chart.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(part)
    for (const look of looks) parts[at]?.style.setProperty(look, style.getPropertyValue(look))
  }
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const picture = new Image()
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await picture.decode()
  return picture
}
