import prettierBytes from '@transloadit/prettier-bytes'
import Uppy from '@uppy/core'
import { json, serve } from '../../testing/api.ts'
import { locale } from './profile-image.locale.ts'
import { sendPicture } from './profile-image.upload.ts'

type Put = { address: string; type: string | undefined; body: unknown }
const puts: Put[] = []
/** The result of each PUT, one after the other: a status, or `lost`. */
let ends: (number | 'lost' | 'never')[] = []

/** Replaces the browser's request, which would send the bytes. */
class FakeXhr {
  upload = {}
  status = 0
  statusText = ''
  responseText = ''
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  private put: Put = { address: '', type: undefined, body: undefined }
  open(_method: string, address: string) {
    this.put.address = address
  }
  setRequestHeader(_name: string, value: string) {
    this.put.type = value
  }
  abort() {
    this.onabort()
  }
  send(body: unknown) {
    puts.push({ ...this.put, body })
    const end = ends.shift() ?? 200
    if (end === 'never') return
    if (end === 'lost') return queueMicrotask(() => this.onerror())
    this.status = end
    this.responseText = JSON.stringify(end === 200 ? { ok: true } : { message: 'No.' })
    queueMicrotask(() => this.onload())
  }
}

const addressOf = (count: number) => `http://localhost:3000/api/objects/uploads/${count}?signature=s`
function serveAddresses() {
  let count = 0
  serve({ 'POST /api/objects/upload': () => json(200, { uploadURL: addressOf(++count) }) })
}
const body = new Blob(['bytes'], { type: 'image/png' })
const send = (signal?: AbortSignal) =>
  sendPicture({ body, onProgress: () => {}, ...(signal ? { signal } : {}) })

beforeEach(() => {
  puts.length = 0
  ends = []
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
  vi.useFakeTimers()
})

test('The bytes are sent unchanged, to our own host and without a JSON type', async () => {
  serveAddresses()
  expect(await send()).toBe(addressOf(1))
  expect(puts).toEqual([
    { address: '/api/objects/uploads/1?signature=s', type: 'application/octet-stream', body },
  ])
})

test('A temporary failure is retried after 0, 1, 3 and 5 s, each time at a new address', async () => {
  serveAddresses()
  ends = ['lost', 503, 429, 403, 200]
  const sent = send()
  const tries: number[] = []
  for (const waitMs of [0, 0, 999, 1, 2999, 1, 4999, 1]) {
    await vi.advanceTimersByTimeAsync(waitMs)
    tries.push(puts.length)
  }
  expect(tries).toEqual([2, 2, 2, 3, 3, 4, 4, 5])
  expect(await sent).toBe(addressOf(5))
  expect(new Set(puts.map(({ address }) => address)).size).toBe(5)
})

test.each([413, 415])('A file that the server refuses for good (%i) is not sent again', async status => {
  serveAddresses()
  ends = [status]
  await expect(send()).rejects.toThrow(`${status}: No.`)
  expect(puts).toHaveLength(1)
})

test('Without a network the next attempt waits for it', async () => {
  serveAddresses()
  ends = ['lost', 200]
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const sent = send()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(puts).toHaveLength(1)
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(await sent).toBe(addressOf(2))
})

test('A cancelled upload ends, during an attempt and between two', async () => {
  serveAddresses()
  for (const end of ['never', 503] as const) {
    ends = [end, end]
    const control = new AbortController()
    const failed = expect(send(control.signal)).rejects.toThrow('annullato')
    await vi.advanceTimersByTimeAsync(500)
    control.abort()
    await failed
  }
})

test.each([
  [0, '0 byte'],
  [1_258_291, '1,2 MB'],
  [5_242_880, '5 MB'],
])('The widget shows %i bytes as %s', (bytes, shown) => expect(prettierBytes(bytes)).toBe(shown))

test.each([
  ['youCanOnlyUploadX', { smart_count: 1 }, 'Puoi caricare solo 1 file'],
  [
    'exceedsSize',
    { file: 'foto.png', size: '5 MB' },
    'foto.png supera la dimensione massima consentita di 5 MB',
  ],
  ['inferiorSize', {}, 'Questo file è più piccolo della dimensione consentita'],
  ['youCanOnlyUploadFileTypes', {}, 'Puoi caricare solo immagini JPEG, PNG, WebP, GIF o AVIF'],
  ['noDuplicates', { fileName: 'foto.png' }, 'Il file «foto.png» è già stato aggiunto'],
  ['failedToUpload', { file: 'foto.png' }, 'Caricamento di foto.png non riuscito'],
  ['noInternetConnection', {}, 'Nessuna connessione a internet'],
])('The widget’s message %s is Italian', (name, values, text) =>
  expect(new Uppy({ locale }).i18n(name, values)).toBe(text),
)
