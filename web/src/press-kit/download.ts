import { saveAddress, saveBlob } from '../api/save-file.ts'
import { fileName } from '../content/brand.ts'
import { pressInfo } from './brand-info.ts'
import { type Logo, logos } from './logos.ts'

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
  saveBlob(await pngOf(logo), fileName(`logo-${logo.id}.png`))
}

function downloadInfo() {
  const text = `${JSON.stringify(pressInfo, null, 2)}\n`
  saveBlob(new Blob([text], { type: 'application/json' }), fileName('press-kit.json'))
}

// Browsers drop downloads that start at the same instant.
const apartMs = 500

/** Every SVG and the JSON; tells of each once it has started. */
export async function downloadEverything(onStarted: (count: number) => void) {
  const files = [...logos.map(logo => () => saveAddress(logo.svg, svgName(logo))), downloadInfo]
  for (const [index, start] of files.entries()) {
    if (index > 0) await new Promise(resolve => setTimeout(resolve, apartMs))
    start()
    onStarted(index + 1)
  }
}

export const fileCount = logos.length + 1
