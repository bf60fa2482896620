import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expectToast } from './profile-visit.ts'

export const opener = 'Cambia immagine del profilo'
export const avatar = (page: Page) => page.getByRole('img', { name: 'La tua immagine del profilo' })

export const drawing = (background = '#0e6b4f') =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })

export type Chosen = { name: string; mimeType: string; buffer: Buffer }

export const choose = (page: Page, chosen: Chosen) =>
  page.locator('input.uppy-Dashboard-input').first().setInputFiles(chosen)

export const jpeg = async (): Promise<Chosen> => ({
  name: 'ritratto.jpg',
  mimeType: 'image/jpeg',
  buffer: await drawing().jpeg().toBuffer(),
})

export async function waitForPicture(page: Page): Promise<void> {
  await expectToast(page, 'Immagine profilo aggiornata')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await avatar(page).waitFor()
  await expect.poll(() => avatar(page).evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(512)
}
