import { submitQuestionnaire } from '@tba/events/questionnaires/commands.ts'
import { screen, waitFor } from '@testing-library/react'
import { brand } from '../content/brand.ts'
import { deferred, json, refused, serve } from '../testing/api.ts'
import { recordDownloads } from '../testing/look.ts'
import { answerEverything, openQuestionnaire } from '../testing/questionnaires.ts'

const call = 'POST /api/questionnaire'
const saved = () => json(201, { id: 'q-1' })
const submit = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Completa e|Prenota Demo Gratuita)/ })
const thanks = () => screen.findByRole('heading', { name: 'Questionario Completato!' })

function whatsappTab() {
  const tab = { opener: window as unknown, location: { href: 'about:blank' }, close: vi.fn() }
  const open = vi.fn(() => tab as unknown as Window)
  vi.stubGlobal('open', open)
  return { tab, open }
}

let followed: ReturnType<typeof recordDownloads>

beforeEach(() => {
  followed = recordDownloads()
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

async function ready(query: string) {
  const user = await openQuestionnaire(query)
  await answerEverything(user)
  return user
}

test('The answers are sent with number, dial code and the address of the page, in the server’s format', async () => {
  whatsappTab()
  const api = serve({ [call]: saved })
  const user = await ready('?country=%2B44')
  await user.click(submit())
  await thanks()
  const [sent] = api.sent(call)
  expect(sent?.body).toEqual({
    name: 'Ada Rossi',
    phoneNumber: '333 123',
    countryCode: '+44',
    age: '26-35',
    email: 'ada@example.com',
    occupation: 'Sarta',
    tradingExperience: 'principiante',
    investmentAmount: '1000-3000',
    investmentGoal: 'crescita-capitale',
    riskTolerance: 'media',
    timeframe: 'mese',
    additionalInfo: 'Quanto costa?',
    contactMethod: 'whatsapp',
    source: window.location.href,
  })
  expect(submitQuestionnaire.safeParse(sent?.body).success).toBe(true)
})

test('WhatsApp: a tab opens at the click, and gets its address after the answers are saved', async () => {
  const { tab, open } = whatsappTab()
  const answer = deferred()
  serve({ [call]: answer.answer })
  const user = await ready('?method=whatsapp')
  await user.click(submit())
  expect(open).toHaveBeenCalledExactlyOnceWith('', '_blank')
  expect(tab.opener).toBeNull()
  expect(tab.location.href).toBe('about:blank')
  expect(submit().disabled).toBe(true)

  answer.release(saved())
  await thanks()
  expect(tab.location.href).toMatch(`https://wa.me/${brand.whatsappNumber}?text=`)
  expect(new URL(tab.location.href).searchParams.get('text')).toContain('Sono Ada Rossi')
})

test('WhatsApp: if the browser blocks the tab, the last step has the link', async () => {
  vi.stubGlobal('open', () => null)
  serve({ [call]: saved })
  const user = await ready('')
  await user.click(submit())
  expect(document.activeElement).toBe(await thanks())
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Apri WhatsApp' })
  expect(link.href).toMatch(`https://wa.me/${brand.whatsappNumber}?text=`)
  expect(link.rel).toContain('noopener')
})

test('Call: the telephone link opens after the answers are saved', async () => {
  const { open } = whatsappTab()
  const answer = deferred()
  serve({ [call]: answer.answer })
  const user = await ready('?method=call')
  await user.click(submit())
  expect(followed).toEqual([])
  answer.release(saved())
  await thanks()
  const number = `tel:${brand.supportPhone.replaceAll(' ', '')}`
  expect(followed).toMatchObject([{ href: number }])
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: /^Chiama/ }).href).toBe(number)
  expect(open).not.toHaveBeenCalled()
})

test('Demo: the request is only logged, and the thank-you page leads back to the home page', async () => {
  const { open } = whatsappTab()
  serve({ [call]: saved })
  const user = await ready('?method=demo')
  await user.click(submit())
  await thanks()
  expect(console.log).toHaveBeenCalledOnce()
  expect(open).not.toHaveBeenCalled()
  expect(followed).toEqual([])
  expect(screen.queryByText(/^Passo/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Torna alla Homepage' }).getAttribute('href')).toBe('/')
})

test('If the answers are not saved, step 4 stays, with a line in the console and no toast', async () => {
  const { tab } = whatsappTab()
  const api = serve({ [call]: () => refused(400, 'Email valida richiesta') })
  const user = await ready('')
  await user.click(submit())
  // On a busy machine React may have its own lines there.
  const lines = () => vi.mocked(console.error).mock.calls.map(([line]) => String(line))
  const ours = () => lines().filter(line => line === 'Il questionario non è stato salvato.')
  await waitFor(() => expect(ours()).toHaveLength(1))
  screen.getByText('Passo 4 di 4')
  await waitFor(() => expect(submit().disabled).toBe(false))
  expect(tab.close).toHaveBeenCalledOnce()
  expect(tab.location.href).toBe('about:blank')
  expect(document.body.textContent).not.toContain('Email valida richiesta')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Domande/).value).toBe('Quanto costa?')

  api.answer({ [call]: saved })
  await user.click(submit())
  await thanks()
})
