import type { acceptInvitation, adminLogin } from '@tba/events/admins/commands.ts'
import { z } from 'zod'
import { hasStatus, receive, type Sent, send } from '../../api/http.ts'
import { repeatably } from '../../api/repeatable.ts'
import { nameIn, saveBlob } from '../../api/save-file.ts'
import { noteDelay } from './stale-reads.ts'
import { currentToken, forgetToken, keepToken, sessionIn } from './token.ts'

/** The server says that the session has ended: shown by leaving the console, not as a failure. */
export const isRefusal = (error: unknown) => hasStatus(error, 401)

/**
 * Sends with the administrator's token. An answer may renew it and a 401 removes it, but only where it is still the token
 * that was sent: an answer may come after a sign-out, or in the next administrator's session.
 */
async function sendAs<Answer>(
  { isUnasked, ...sent }: Sent & { isUnasked?: boolean },
  by: (sent: Sent) => Promise<Answer> = send,
  token = currentToken() ?? '',
): Promise<Answer> {
  const isStillTheirs = () => currentToken() === token
  const isTheirSession = () => sessionIn(currentToken() ?? '') === sessionIn(token)
  function heard(headers: Headers) {
    const renewed = headers.get('X-Token')
    if (renewed && !isUnasked && isStillTheirs()) keepToken(renewed)
    if (sent.method === 'GET' && isTheirSession()) noteDelay(sent.path, headers.get('X-Stale') === 'true')
  }
  try {
    return await by({ ...sent, bearer: token, heard })
  } catch (error) {
    if (isRefusal(error) && isStillTheirs()) forgetToken()
    throw error
  }
}

/** A call of the console's; throws as `request` does. */
export function consoleCall<Answer>(method: string, path: string): Promise<Answer> {
  return sendAs<Answer>({ method, path })
}

/**
 * Saves an answer as the file that it names. The browser keeps a large one on its disk. Throws as `request` does.
 * @param check throws where the file is not whole
 * @returns its name; null where it is saved for nobody, since who asked for it has signed out meanwhile
 */
export async function saveAnswer(
  path: string,
  check?: (file: Blob) => Promise<void>,
): Promise<string | null> {
  const token = currentToken() ?? ''
  const answer = await sendAs({ method: 'GET', path }, sent => receive(sent))
  const file = await answer.blob()
  if (sessionIn(currentToken() ?? '') !== sessionIn(token)) return null
  await check?.(file)
  const name = nameIn(answer)
  saveBlob(file, name)
  return name
}

/**
 * As `consoleCall`, for what is read by a body, since no address would hold it: it changes nothing, may be repeated, and is
 * given up by `signal`.
 */
export async function consoleAsk(path: string, body: string | null, signal?: AbortSignal): Promise<unknown> {
  const asked = { method: 'POST', path, body: body ?? undefined }
  const answer = await sendAs(asked, sent => receive(sent, signal))
  return answer.json()
}

/**
 * As `consoleCall`, for what a page asks by itself again and again: it renews no token, since a session in which nobody does
 * anything is to end.
 */
export function consolePoll<Answer>(path: string): Promise<Answer> {
  return sendAs<Answer>({ method: 'GET', path, isUnasked: true })
}

/** As `consoleCall`, for a call that takes an Idempotency-Key. What the next administrator presses is their own. */
export function consoleCommand<Answer>(method: string, path: string, sentBody: unknown): Promise<Answer> {
  const token = currentToken() ?? ''
  const body = JSON.stringify(sentBody)
  return repeatably({ call: `${sessionIn(token)} ${method} ${path}`, body }, idempotencyKey =>
    sendAs<Answer>({ method, path, body, idempotencyKey }, send, token),
  )
}

/**
 * The answer of a call that goes on and on, to be read piece by piece until it is aborted. Throws as `request` does. It is
 * opened anew by itself, so that it renews no token either: a list that nobody watches is to sign itself out.
 */
export function consoleStream(path: string, signal: AbortSignal): Promise<Response> {
  const asked = { method: 'GET', path, isUnasked: true }
  return sendAs(asked, sent => receive(sent, signal))
}

const signedIn = z.object({ token: z.string().min(1) })

/** Signs an administrator in at this browser. Throws as `request` does, and where the answer holds no token. */
export async function openSession(credentials: z.infer<typeof adminLogin>) {
  const sent = { method: 'POST', path: '/api/admin/login', body: JSON.stringify(credentials), bearer: '' }
  keepToken(signedIn.parse(await send(sent)).token)
}

/** Accepts an invitation, which signs in at this browser, unless sign-in asks for a second factor. Throws as `request` does. */
export function accept(sentBody: z.infer<typeof acceptInvitation>) {
  const heard = (headers: Headers) => {
    const token = headers.get('X-Token')
    if (token) keepToken(token)
  }
  const path = '/api/admin/invitations/accept'
  return send({ method: 'POST', path, body: JSON.stringify(sentBody), bearer: '', heard })
}

/** Ends the session of this token, which may have been removed here already. */
export function endSession(token: string) {
  return send({ method: 'POST', path: '/api/admin/logout', bearer: token })
}
