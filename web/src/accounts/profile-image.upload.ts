import { HttpError, refusal, request } from '../shell/http.ts'

/** `onProgress` is told the bytes that went up. */
export type Sending = {
  body: XMLHttpRequestBodyInit
  onProgress: (event: ProgressEvent) => void
  signal?: AbortSignal
}

/** PUTs the bytes as they are; `fetch` would tell nothing of how far they are. */
function putBytes(address: string, { body, onProgress, signal }: Sending): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const call = new XMLHttpRequest()
  call.open('PUT', address)
  call.setRequestHeader('Content-Type', 'application/octet-stream')
  call.upload.onprogress = onProgress
  call.onload = () =>
    call.status < 300 ? resolve() : reject(refusal(call.status, call.responseText, call.statusText))
  call.onerror = () => reject(new TypeError('Connessione interrotta durante il caricamento.'))
  call.onabort = () => reject(new DOMException('Caricamento annullato', 'AbortError'))
  signal?.addEventListener('abort', () => call.abort(), { once: true })
  call.send(body)
  return promise
}

/** Where the server says it stands behind another name than ours, our own leads there all the same. */
function asOurs(address: string): string {
  const { host, pathname, search } = new URL(address, location.href)
  return host === location.host ? pathname + search : address
}

async function sendOnce(sending: Sending): Promise<string> {
  const { uploadURL } = await request<{ uploadURL: string }>('POST', '/api/objects/upload')
  sending.signal?.throwIfAborted()
  await putBytes(asOurs(uploadURL), sending)
  return uploadURL
}

const delaysMs = [0, 1000, 3000, 5000]

/** No network, a busy server, an address that is used up (its answer was lost) or too old: another try may do. */
const mayPass = (error: unknown) =>
  error instanceof TypeError ||
  (error instanceof HttpError && (error.status >= 500 || [403, 408, 429].includes(error.status)))

/** Resolves after the delay and once there is a network; rejects when aborted. */
function rested(delayMs: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  signal?.addEventListener('abort', () => reject(new DOMException('Caricamento annullato', 'AbortError')))
  setTimeout(() => {
    if (navigator.onLine) resolve()
    else addEventListener('online', () => resolve(), { once: true })
  }, delayMs)
  return promise
}

/**
 * Sends a picture's bytes, and again after 0, 1, 3 and 5 s; every try asks for an address of its own, as each may be
 * used once.
 * @returns the address that they went to
 * @throws {HttpError} where the server refuses them; {TypeError} without a network
 */
export async function sendPicture(sending: Sending): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(sending)
    } catch (error) {
      const delayMs = delaysMs[attempt]
      if (delayMs === undefined || !mayPass(error)) throw error
      await rested(delayMs, sending.signal)
    }
  }
}
