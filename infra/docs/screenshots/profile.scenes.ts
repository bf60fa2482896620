import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { customerPassword, register } from '../../tests/journeys/customer.ts'
import type { Scenes, Stage } from './scene.ts'

const filled = {
  phone: '+39 (06) 123-456',
  country: 'Italia',
  timezone: 'Europe/Rome',
  bio: 'Ingegnera, risparmiatrice prudente. Seguo i mercati valutari dal 2015 e preferisco perdere poco che guadagnare molto.',
  website: 'https://example.com/anna',
  linkedinUrl: 'https://linkedin.example.com/anna',
  whatsappNumber: '+39 333 1234567',
}

async function open({ page, take }: Stage): Promise<void> {
  await register(page.context(), `anna-${take}@example.com`)
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Il tuo profilo' }).waitFor()
}

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** The same customer signs in on a telephone and on another machine. */
async function signInElsewhere({ page, product, take }: Stage): Promise<void> {
  for (const userAgent of [iPhone, windows]) {
    const context = await page.context().browser()?.newContext({ baseURL: product.url, userAgent })
    const person = { email: `anna-${take}@example.com`, password: customerPassword }
    await context?.request.post('/api/login', { data: person })
    await context?.close()
  }
}

async function openFilled(stage: Stage): Promise<void> {
  await open(stage)
  await stage.page.request.put('/api/user/profile', { data: filled })
  await stage.page.reload()
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const photo = () =>
  sharp({ create: { width: 640, height: 640, channels: 3, background: '#c98d5f' } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="640" height="640"><circle cx="320" cy="250" r="120" fill="#5c3a21"/><ellipse cx="320" cy="600" rx="240" ry="210" fill="#0e6b4f"/></svg>',
        ),
      },
    ])
    .jpeg()
    .toBuffer()

async function choosePhoto(page: Page, bytes: Buffer, name = 'ritratto.jpg'): Promise<void> {
  await press(page, 'Cambia immagine del profilo')
  await page.locator('.uppy-Dashboard-input').first().setInputFiles({
    name,
    mimeType: 'image/jpeg',
    buffer: bytes,
  })
}

export const scenes: Scenes = {
  'profile-empty': open,
  profile: openFilled,
  async 'profile-picture'(stage) {
    await openFilled(stage)
    await choosePhoto(stage.page, await photo())
    await stage.page.locator('.avatar img').waitFor()
    await stage.page.getByRole('button', { name: 'Chiudi notifica' }).click()
  },
  async 'profile-errors'(stage) {
    const { page } = stage
    await open(stage)
    await page.getByLabel('Nome', { exact: true }).fill('A')
    await page.getByLabel('Telefono').fill('chiamami')
    await page.getByLabel('Biografia').fill('x'.repeat(501))
    await press(page, 'Aggiungi Social Media')
    await page.getByLabel('LinkedIn').fill('anna')
    await page.getByLabel('WhatsApp').fill('no')
    await press(page, 'Salva Modifiche')
    await page.getByText('Formato WhatsApp non valido').waitFor()
  },
  async 'profile-unsaved'(stage) {
    const { page } = stage
    await open(stage)
    await page.getByLabel('Nome', { exact: true }).fill('Annamaria')
    await page.getByRole('link', { name: 'Torna alla dashboard' }).click()
    await page.getByRole('dialog').waitFor()
  },
  async 'profile-image'(stage) {
    await open(stage)
    await press(stage.page, 'Cambia immagine del profilo')
    await stage.page.getByRole('button', { name: 'scegli dal dispositivo' }).waitFor()
  },
  async 'profile-image-refused'(stage) {
    await open(stage)
    await choosePhoto(stage.page, Buffer.from('non è una foto'))
    await stage.page.getByText('Sono ammesse solo').waitFor()
  },
  async 'profile-image-sending'(stage) {
    await open(stage)
    await stage.page.route('**/api/objects/uploads/**', () => {})
    await choosePhoto(stage.page, await photo())
    await stage.page.getByText('Caricamento in corso').first().waitFor()
    await stage.page.locator('.uppy-Dashboard-Item-previewImg').waitFor()
  },
  async 'profile-loading'({ page, take }) {
    await register(page.context(), `anna-${take}@example.com`)
    await page.route('**/api/user/profile', () => {})
    await page.goto('/profile')
    await page.locator('.waiting').waitFor()
    return 'loading'
  },
  async 'profile-panel-loading'(stage) {
    await stage.page.route('**/api/user/sessions', () => {})
    await open(stage)
    await stage.page.locator('.skeleton').waitFor()
    return 'loading'
  },
  async 'profile-sessions'(stage) {
    const { page } = stage
    await open(stage)
    await signInElsewhere(stage)
    await page.reload()
    await page.getByText('Safari su iPhone').waitFor()
    await page.getByLabel('Password attuale').fill('sbagliata')
    await page.getByLabel('Nuova password').fill('nuova-segreta')
    await press(page, 'Cambia password')
    await page.getByText('La password attuale non è corretta').waitFor()
  },
  async 'profile-panels-failed'(stage) {
    const { page } = stage
    const refusal = { status: 503, json: { message: 'Servizio non disponibile' } }
    await page.route(/\/api\/user\/(sessions|data)$/, route => route.fulfill(refusal))
    await open(stage)
    await press(page, 'Scarica i tuoi dati')
    await page.getByText('Download non riuscito.').waitFor()
    await page.getByText('Dati non disponibili.').waitFor()
  },
  async 'profile-erasure'(stage) {
    await open(stage)
    await press(stage.page, 'Elimina account')
    await stage.page.getByRole('dialog').waitFor()
  },
  async 'profile-erasure-refused'(stage) {
    const { page } = stage
    await open(stage)
    await press(page, 'Elimina account')
    await press(page, 'Elimina definitivamente')
    await page.getByText('Password richiesta').waitFor()
  },
}
