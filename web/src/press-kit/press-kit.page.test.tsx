import { act, fireEvent, screen, within } from '@testing-library/react'
import { pressOffice, socialLinks } from '../content/brand.ts'
import { openApp } from '../testing/render.tsx'
import { boilerplate, description, palette, pressInfo } from './brand-info.ts'
import { downloadEverything, logos } from './logos.ts'

async function openPressKit() {
  const user = openApp('/press-kit')
  await screen.findByRole('heading', { name: 'Press kit' })
  return user
}

const section = (name: string) => within(screen.getByRole('region', { name }))
const press = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
}

test('The key statistics are labelled as samples, beside the risk warning', async () => {
  await openPressKit()
  const statistics = section('Statistiche chiave')
  for (const figure of ['2024', '€500M+', '15%+', '10.000+']) statistics.getByText(figure)
  statistics.getByText('Dati illustrativi')
  statistics.getByText('rendimenti dichiarati, non garantiti')
  statistics.getByRole('note')
})

test('Each of the six colours, the description and the boilerplate can be copied', async () => {
  const user = await openPressKit()
  expect(palette).toHaveLength(6)
  const copies = [
    ['Copia descrizione', description],
    ['Copia boilerplate', boilerplate],
    ...palette.map(({ name, hex }) => [`Copia ${name}`, hex]),
  ]
  for (const [name, text] of copies) {
    await user.click(screen.getByRole('button', { name }))
    expect(await navigator.clipboard.readText()).toBe(text)
  }
})

test('«Copiato!» shows for two seconds, counted from the last press', async () => {
  await openPressKit()
  vi.useFakeTimers()
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  await press('Copia descrizione')
  screen.getByRole('button', { name: 'Copiato!' })
  screen.getByText('Negli appunti: descrizione')
  pass(1500)
  await press('Copiato!')
  pass(1999)
  screen.getByRole('button', { name: 'Copiato!' })
  pass(1)
  expect(screen.queryByRole('button', { name: 'Copiato!' })).toBeNull()
  screen.getByRole('button', { name: 'Copia descrizione' })
})

test('A browser that does not allow copying shows an error instead of «Copiato!»', async () => {
  await openPressKit()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('blocked'))
  await press('Copia boilerplate')
  await screen.findByText('Copia non riuscita')
  expect(screen.queryByText('Copiato!')).toBeNull()
})

test('The footer links to the sections of the home page and to the social networks', async () => {
  await openPressKit()
  const links = within(screen.getByRole('contentinfo')).getAllByRole('link')
  const subject = (text: string) => `mailto:${pressOffice.email}?subject=${text}`
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Home', '/'],
    ['Funzionalità', '/#features'],
    ['Prezzi', '/#pricing'],
    ['Performance', '/#performance'],
    ['FAQ', '/#faq'],
    ['Privacy', subject('Privacy%20Policy')],
    ['Termini', subject('Termini%20di%20servizio')],
    ...socialLinks.map(({ name, address }) => [name, address]),
  ])
})

const ids = ['main', 'dark', 'minimal', 'icon', 'premium', 'favicon']
const svgFiles = import.meta.glob<string>('./logos/*.svg', { query: '?raw', import: 'default', eager: true })

type Started = { name: string; address: string; atMs: number }
const started: Started[] = []
const blobs: Blob[] = []

beforeEach(() => {
  started.length = 0
  blobs.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    started.push({ name: this.download, address: this.href, atMs: Date.now() })
  })
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (blob: Blob) => `blob:${blobs.push(blob)}`
      static override revokeObjectURL = () => {}
    },
  )
})

async function openLogos() {
  const user = openApp('/press-kit')
  const section = await screen.findByRole('region', { name: 'Logo' })
  return { user, logos: within(section) }
}

test('Six logos are shown, each with its SVG file as a plain download', async () => {
  const { logos } = await openLogos()
  const images = logos.getAllByRole<HTMLImageElement>('img')
  const links = logos.getAllByRole<HTMLAnchorElement>('link', { name: /^SVG/ })
  expect(links.map(link => link.download)).toEqual(ids.map(id => `listino-ai-logo-${id}.svg`))
  expect(links.map(link => link.href)).toEqual(images.map(image => image.src))
  expect(new Set(images.map(image => image.alt)).size).toBe(6)
})

test.each(ids)('The %s logo works alone: it has outlines, a size and a title', id => {
  const drawing = new DOMParser().parseFromString(svgFiles[`./logos/${id}.svg`] ?? '', 'image/svg+xml')
  const svg = drawing.documentElement
  expect(svg.tagName).toBe('svg')
  expect(Number(svg.getAttribute('width'))).toBeGreaterThanOrEqual(512)
  expect(svg.getAttribute('viewBox')).toMatch(/^0 0 \d+ \d+$/)
  expect(svg.querySelector('title')?.textContent).toContain('Listino AI')
  expect(svg.querySelectorAll('path').length).toBeGreaterThan(0)
  // No font, picture or script, because the file is used outside of the page.
  expect(svg.querySelector('text, image, style, script, use, foreignObject')).toBeNull()
})

test('A PNG is drawn from the SVG, in its proportions', async () => {
  const drawImage = vi.fn()
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      naturalWidth = 1600
      naturalHeight = 400
      decode = async () => {}
    },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never)
  const png = new Blob(['png'], { type: 'image/png' })
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(done => done(png))
  const { user, logos } = await openLogos()
  await user.click(logos.getByRole('button', { name: 'PNG Principale' }))
  expect(started.map(({ name }) => name)).toEqual(['listino-ai-logo-main.png'])
  expect(blobs).toEqual([png])
  const [image, ...area] = drawImage.mock.calls[0] ?? []
  expect(image.src).toContain('main.svg')
  expect(area).toEqual([0, 0, 2400, 600])
})

test('The download of everything is the six SVGs and the JSON, half a second apart', async () => {
  vi.useFakeTimers()
  const from = Date.now()
  const counts: number[] = []
  const done = downloadEverything(count => counts.push(count))
  await vi.runAllTimersAsync()
  await done
  const names = [...ids.map(id => `listino-ai-logo-${id}.svg`), 'listino-ai-press-kit.json']
  const everyHalfSecond = names.map((name, index) => [name, index * 500])
  expect(started.map(({ name, atMs }) => [name, atMs - from])).toEqual(everyHalfSecond)
  const paths = started.slice(0, 6).map(({ address }) => new URL(address).pathname)
  expect(paths).toEqual(logos.map(({ svg }) => svg))
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(JSON.parse((await blobs[0]?.text()) ?? '')).toEqual(JSON.parse(JSON.stringify(pressInfo)))
})
