import type { Page } from 'playwright-core'
import { avatar, type Chosen, choose, drawing, jpeg, opener, waitForPicture } from './picture.ts'
import { countCalls, press, visitProfile } from './profile-visit.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

const maxBytes = 5_242_880
const padded = (file: Buffer, bytes: number) => Buffer.concat([file, Buffer.alloc(bytes - file.length)])

const issues = (page: Page) => countCalls(page, 'POST', /^\/api\/objects\/upload$/)

async function openWidget() {
  const visited = await visitProfile(product.url)
  await press(visited.page, opener)
  await visited.page.getByRole('button', { name: 'scegli dal dispositivo' }).waitFor()
  return visited
}

/** The message of the widget, once. */
const says = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

/** The events of a drop of files on the widget. */
async function drop(page: Page, files: Chosen[]): Promise<void> {
  const carried = files.map(({ buffer, ...file }) => ({ ...file, data: buffer.toString('base64') }))
  const transfer = await page.evaluateHandle(held => {
    const data = new DataTransfer()
    for (const { name, mimeType, data: text } of held) {
      const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: mimeType }))
    }
    return data
  }, carried)
  await page.dispatchEvent('.uppy-Dashboard', 'drop', { dataTransfer: transfer })
}

async function changes(page: Page): Promise<number> {
  const activity: { type: string }[] = await (await page.request.get('/api/user/activity')).json()
  return activity.filter(({ type }) => type === 'ProfileImageChanged').length
}

test('a JPEG, a WebP and a dropped PNG are uploaded at once, and each replaces the last', async () => {
  const { page } = await openWidget()
  await choose(page, await jpeg())
  await waitForPicture(page)
  const first = await avatar(page).getAttribute('src')

  await press(page, opener)
  const webp = await drawing('#c33').webp().toBuffer()
  await choose(page, { name: 'a.webp', mimeType: 'image/webp', buffer: webp })
  await expect.poll(() => avatar(page).getAttribute('src')).not.toBe(first)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const second = await avatar(page).getAttribute('src')

  await press(page, opener)
  await page.getByRole('button', { name: 'scegli dal dispositivo' }).waitFor()
  await drop(page, [{ name: 'b.png', mimeType: 'image/png', buffer: await drawing('#33c').png().toBuffer() }])
  await expect.poll(() => avatar(page).getAttribute('src')).not.toBe(second)
  expect((await page.request.get(String(first))).status()).toBe(404)
  await page.reload()
  await avatar(page).waitFor()
  expect(await changes(page)).toBe(3)
})

test('files that are not pictures, too large, or more than one, are refused in Italian before anything is sent', async () => {
  const { page } = await openWidget()
  const issued = issues(page)
  const large = padded(await drawing().png().toBuffer(), maxBytes + 1)
  await choose(page, { name: 'grande.png', mimeType: 'image/png', buffer: large })
  await says(page, 'grande.png supera la dimensione massima consentita di 5 MB')
  const text = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('ciao') }
  await drop(page, [text])
  await says(page, 'Puoi caricare solo immagini JPEG, PNG, WebP, GIF o AVIF')
  await drop(page, [await jpeg(), { ...(await jpeg()), name: 'altro.jpg' }])
  await says(page, 'Puoi caricare solo 1 file')
  expect(issued()).toBe(0)
})

test('without the widget’s code the page works and keeps typed values', async () => {
  const { page } = await visitProfile(product.url)
  await page.getByLabel('Paese').fill('Italia')
  await page.route(/profile-image\.widget/, route => route.abort())
  await press(page, opener)
  await page.getByText('Non riusciamo ad aprire il caricamento.').waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByLabel('Paese').inputValue()).toBe('Italia')
})
