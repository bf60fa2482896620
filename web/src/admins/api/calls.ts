import type { acceptInvitation, adminLogin } from '@tba/events/admins/commands.ts'
import { z } from 'zod'
import { type ApiRequest, hasStatus, receive, send } from '../../api/http.ts'
import { withIdempotencyKey } from '../../api/idempotency-key.ts'
import { downloadBlob, fileNameOf } from '../../api/save-file.ts'
import { datedAddress } from '../parts/time/period.ts'
import { clearToken, currentToken, sessionIdOf, storeToken } from './token.ts'

/** The session has ended: the console signs out and shows no failure. */
export const isSessionEnded = (error: unknown) => hasStatus(error, 401)

/** Sends the token. An answer may renew or remove it, unless another token is current by now. */
async function sendWithToken<Answer>(
  { isAutomatic, ...sent }: ApiRequest & { isAutomatic?: boolean },
  sendRequest: (sent: ApiRequest) => Promise<Answer> = send,
  token = currentToken() ?? '',
): Promise<Answer> {
  const isCurrentToken = () => currentToken() === token
  function readHeaders(headers: Headers) {
    const renewed = headers.get('X-Token')
    if (renewed && !isAutomatic && isCurrentToken()) storeToken(renewed)
  }
  try {
    return await sendRequest({
      ...sent,
      path: datedAddress(sent.path),
      bearer: token,
      onHeaders: readHeaders,
    })
  } catch (error) {
    if (isSessionEnded(error) && isCurrentToken()) clearToken(error.newRole)
    throw error
  }
}

export function consoleCall<Answer>(method: string, path: string): Promise<Answer> {
  return sendWithToken<Answer>({ method, path })
}

/** Reads an answer of a known shape. */
export const readAs =
  <Answer>(schema: z.ZodType<Answer>) =>
  async (path: string): Promise<Answer> =>
    schema.parse(await consoleCall('GET', path))

/**
 * Saves an answer as a file. Returns its name; null after a sign-out. Throws if the file is cut off.
 * @param asked the body of a POST
 */
export async function downloadFile(path: string, asked?: object): Promise<string | null> {
  const token = currentToken() ?? ''
  const request = asked ? { method: 'POST', path, body: JSON.stringify(asked) } : { method: 'GET', path }
  const answer = await sendWithToken(request, sent => receive(sent))
  const file = await answer.blob()
  if (sessionIdOf(currentToken() ?? '') !== sessionIdOf(token)) return null
  const name = fileNameOf(answer)
  downloadBlob(file, name)
  return name
}

/** A question. Its answer comes at once, or later: then `id` names it. @param body null: the address is the question */
export async function askConsole(path: string, body: string | null, signal?: AbortSignal) {
  const request = { method: body === null ? 'GET' : 'POST', path, body: body ?? undefined }
  const answer = await sendWithToken({ ...request, prefer: 'respond-async, wait=1' }, sent =>
    receive(sent, signal),
  )
  return { isLater: answer.status === 202, view: await answer.json() }
}

/** A repeated read by the page itself. It does not renew the token, so that an idle session ends. */
export function consolePoll<Answer>(path: string): Promise<Answer> {
  return sendWithToken<Answer>({ method: 'GET', path, isAutomatic: true })
}

/** A command with an Idempotency-Key, which belongs to the session. */
export function consoleCommand<Answer>(method: string, path: string, sentBody: unknown): Promise<Answer> {
  const token = currentToken() ?? ''
  const body = JSON.stringify(sentBody)
  return withIdempotencyKey({ call: `${sessionIdOf(token)} ${method} ${path}`, body }, idempotencyKey =>
    sendWithToken<Answer>({ method, path, body, idempotencyKey }, send, token),
  )
}

/** A streamed answer. It does not renew the token, so that an idle session ends. */
export function consoleStream(path: string, signal: AbortSignal): Promise<Response> {
  const request = { method: 'GET', path, isAutomatic: true }
  return sendWithToken(request, sent => receive(sent, signal))
}

const signedIn = z.object({ token: z.string().min(1) })

export async function openSession(credentials: z.infer<typeof adminLogin>) {
  const sent = { method: 'POST', path: '/api/admin/login', body: JSON.stringify(credentials), bearer: '' }
  storeToken(signedIn.parse(await send(sent)).token)
}

/** Also signs in, unless sign-in needs a second factor. */
export function accept(sentBody: z.infer<typeof acceptInvitation>) {
  const readHeaders = (headers: Headers) => {
    const token = headers.get('X-Token')
    if (token) storeToken(token)
  }
  const path = '/api/admin/invitations/accept'
  return send({ method: 'POST', path, body: JSON.stringify(sentBody), bearer: '', onHeaders: readHeaders })
}

export function endSession(token: string) {
  return send({ method: 'POST', path: '/api/admin/logout', bearer: token })
}
