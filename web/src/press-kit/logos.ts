import { downloadBlob, downloadUrl } from '../api/save-file.ts'
import { fileName } from '../content/brand.ts'
import { pressInfo } from './brand-info.ts'
import dark from './logos/dark.svg?url'
import favicon from './logos/favicon.svg?url'
import icon from './logos/icon.svg?url'
import main from './logos/main.svg?url'
import minimal from './logos/minimal.svg?url'
import premium from './logos/premium.svg?url'

/** Addresses of the SVG files. */
const files = { main, dark, minimal, icon, premium, favicon }

export type Logo = {
  id: keyof typeof files
  name: string
  use: string
  /** The width of the PNG that is drawn from it. */
  pngWidthPx: number
  plate: 'paper' | 'dark' | 'green'
  svg: string
}

const variants: Omit<Logo, 'svg'>[] = [
  { id: 'main', name: 'Principale', use: 'Su fondi chiari', pngWidthPx: 2400, plate: 'paper' },
  { id: 'dark', name: 'Scuro', use: 'Su fondi scuri', pngWidthPx: 2400, plate: 'dark' },
  { id: 'minimal', name: 'Minimale', use: 'A un solo colore', pngWidthPx: 2400, plate: 'paper' },
  { id: 'icon', name: 'Solo icona', use: 'App e profili social', pngWidthPx: 1024, plate: 'paper' },
  { id: 'premium', name: 'Premium', use: 'Stampa ed eventi', pngWidthPx: 2400, plate: 'green' },
  { id: 'favicon', name: 'Favicon', use: 'Schede del browser', pngWidthPx: 512, plate: 'paper' },
]

export const logos: Logo[] = variants.map(variant => ({ ...variant, svg: files[variant.id] }))

export const svgName = ({ id }: Logo) => fileName(`logo-${id}.svg`)

/** Draws the SVG on a canvas of the variant's width. Rejects where the browser cannot. */
async function pngOf({ svg, pngWidthPx }: Logo): Promise<Blob> {
  const image = new Image()
  image.src = svg
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = pngWidthPx
  canvas.height = Math.round((pngWidthPx * image.naturalHeight) / image.naturalWidth)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture')))),
  )
}

export async function downloadPng(logo: Logo) {
  downloadBlob(await pngOf(logo), fileName(`logo-${logo.id}.png`))
}

function downloadInfo() {
  const text = `${JSON.stringify(pressInfo, null, 2)}\n`
  downloadBlob(new Blob([text], { type: 'application/json' }), fileName('press-kit.json'))
}

// Browsers drop downloads that start at the same instant.
const delayMs = 500

/** Every SVG and the JSON; tells of each once it has started. */
export async function downloadEverything(onStarted: (count: number) => void) {
  const files = [...logos.map(logo => () => downloadUrl(logo.svg, svgName(logo))), downloadInfo]
  for (const [index, start] of files.entries()) {
    if (index > 0) await new Promise(resolve => setTimeout(resolve, delayMs))
    start()
    onStarted(index + 1)
  }
}

export const fileCount = logos.length + 1
