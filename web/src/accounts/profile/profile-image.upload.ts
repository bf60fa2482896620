import { HttpError, httpErrorOf, request } from '../../api/http.ts'

/** `onProgress` gets the number of bytes sent so far. */
export type Upload = {
  body: XMLHttpRequestBodyInit
  onProgress: (event: ProgressEvent) => void
  signal?: AbortSignal
}

/** PUTs the raw bytes by XMLHttpRequest, since `fetch` reports no upload progress. */
function putBytes(address: string, { body, onProgress, signal }: Upload): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const call = new XMLHttpRequest()
  call.open('PUT', address)
  call.setRequestHeader('Content-Type', 'application/octet-stream')
  call.upload.onprogress = onProgress
  call.onload = () =>
    call.status < 300 ? resolve() : reject(httpErrorOf(call.status, call.responseText, call.statusText))
  call.onerror = () => reject(new TypeError('Connessione interrotta durante il caricamento.'))
  call.onabort = () => reject(new DOMException('Caricamento annullato', 'AbortError'))
  signal?.addEventListener('abort', () => call.abort(), { once: true })
  call.send(body)
  return promise
}

/** Uses the host of this page: a server behind a proxy may name another one. */
function sameHostUrl(address: string): string {
  const { host, pathname, search } = new URL(address, location.href)
  return host === location.host ? pathname + search : address
}

async function sendOnce(upload: Upload): Promise<string> {
  const { uploadURL } = await request<{ uploadURL: string }>('POST', '/api/objects/upload')
  upload.signal?.throwIfAborted()
  await putBytes(sameHostUrl(uploadURL), upload)
  return uploadURL
}

const delaysMs = [0, 1000, 3000, 5000]

/** Whether to try again: no network, a busy server, or an upload URL that is used (its answer was lost) or expired. */
const isRetryable = (error: unknown) =>
  error instanceof TypeError ||
  (error instanceof HttpError && (error.status >= 500 || [403, 408, 429].includes(error.status)))

/** Resolves after the delay and once there is a network; rejects when aborted. */
function waitForRetry(delayMs: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  signal?.addEventListener('abort', () => reject(new DOMException('Caricamento annullato', 'AbortError')))
  setTimeout(() => {
    if (navigator.onLine) resolve()
    else addEventListener('online', () => resolve(), { once: true })
  }, delayMs)
  return promise
}

/**
 * Sends a picture's bytes, with retries after 0, 1, 3 and 5 s. Each attempt asks for a new upload URL, since one works
 * once.
 * @returns the URL of the upload
 * @throws {HttpError} where the server refuses them; {TypeError} without a network
 */
export async function sendPicture(upload: Upload): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(upload)
    } catch (error) {
      const delayMs = delaysMs[attempt]
      if (delayMs === undefined || !isRetryable(error)) throw error
      await waitForRetry(delayMs, upload.signal)
    }
  }
}
