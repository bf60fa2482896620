import AwsS3 from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import Dashboard from '@uppy/dashboard'
import { HttpError } from '../../api/http.ts'
import { locale } from './profile-image.locale.ts'
import { type Sending, sendPicture } from './profile-image.upload.ts'

const mostBytes = 5_242_880
const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

const isDark = () => document.documentElement.classList.contains('dark')
const theme = () => (isDark() ? 'dark' : 'light')

/** Sends the bytes, then makes them the profile picture; the upload counts as done after both. */
function sender(choose: (imageUrl: string) => Promise<unknown>) {
  // Where only the second call failed, the bytes are not sent again.
  let sent: { body: Sending['body']; address: string } | null = null
  return async (sending: Sending) => {
    if (sent?.body !== sending.body) sent = { body: sending.body, address: await sendPicture(sending) }
    const { address } = sent
    try {
      await choose(address)
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) sent = null
      throw error
    }
    return { ETag: '', location: address }
  }
}

/** Uppy calls its only file the item of a list, and forgets the list. */
function keepsList(target: HTMLElement): MutationObserver {
  const observer = new MutationObserver(() =>
    target.querySelector('.uppy-Dashboard-files:not([role])')?.setAttribute('role', 'list'),
  )
  observer.observe(target, { childList: true, subtree: true })
  return observer
}

type Widget = {
  target: HTMLElement
  choose: (imageUrl: string) => Promise<unknown>
  onDone: () => void
  onFailed: (error: Error) => void
  onTry: () => void
}

/** The widget in its place. @returns how to take it away, which stops what is under way */
export function openWidget({ target, choose, onDone, onFailed, onTry }: Widget): () => void {
  const listed = keepsList(target)
  const uppy = new Uppy({
    autoProceed: true,
    infoTimeout: 5000,
    restrictions: { maxNumberOfFiles: 1, maxFileSize: mostBytes, allowedFileTypes: types },
    locale,
  })
    .use(Dashboard, {
      target,
      inline: true,
      width: '100%',
      height: 360,
      theme: theme(),
      hideUploadButton: true,
      hidePauseResumeButton: true,
      proudlyDisplayPoweredByUppy: false,
    })
    .use(AwsS3, {
      limit: 6,
      shouldUseMultipart: false,
      // An address serves once, so none is drawn before a try: `uploadPartBytes` asks for one with each. The
      // plugin's own retries are for parts alone, and its own sending waits for an ETag for ever.
      getUploadParameters: () => ({ method: 'PUT', url: location.href }),
      uploadPartBytes: sender(choose),
    })
  uppy.on('upload', onTry)
  uppy.on('file-removed', onTry)
  uppy.on('upload-error', (_file, error) => onFailed(error as Error))
  uppy.on('complete', ({ successful = [] }) => successful.length > 0 && onDone())

  const themed = new MutationObserver(() => uppy.getPlugin('Dashboard')?.setOptions({ theme: theme() }))
  themed.observe(document.documentElement, { attributeFilter: ['class'] })
  return () => {
    themed.disconnect()
    listed.disconnect()
    uppy.destroy()
  }
}
