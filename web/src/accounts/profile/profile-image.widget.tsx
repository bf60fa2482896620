import AwsS3 from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import Dashboard from '@uppy/dashboard'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { HttpError, hasStatus } from '../../api/http.ts'
import { failure, useToast } from '../../toasts/toast.ts'
import { useEndSession } from '../session.ts'
import { useSetProfileImage } from './profile.ts'
import { locale } from './profile-image.locale.ts'
import { sendPicture, type Upload } from './profile-image.upload.ts'
import './profile-image.css'

const maxBytes = 5_242_880
const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
// Some systems know no type for these.
const endings = ['.jpg', '.jpeg', '.jfif', '.png', '.webp', '.gif', '.avif']
const taken =
  'Un’immagine JPEG, PNG, WebP, GIF o AVIF di al massimo 5 MB e 16 megapixel; un JPEG può averne 50, un AVIF 8.'

const theme = () => (document.documentElement.classList.contains('dark') ? 'dark' : 'light')

type SetImage = (imageUrl: string) => Promise<unknown>

/** Sends the bytes, then makes them the profile picture; the upload counts as done after both. */
function createUploader(setImage: SetImage) {
  // Where only the second call failed, the bytes are not sent again.
  let last: { body: Upload['body']; address: string } | null = null
  return async (upload: Upload) => {
    if (last?.body !== upload.body) last = { body: upload.body, address: await sendPicture(upload) }
    const { address } = last
    try {
      await setImage(address)
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) last = null
      throw error
    }
    return { ETag: '', location: address }
  }
}

const newUppy = (target: HTMLElement, setImage: SetImage) =>
  new Uppy({
    autoProceed: true,
    infoTimeout: 5000,
    restrictions: { maxNumberOfFiles: 1, maxFileSize: maxBytes, allowedFileTypes: [...types, ...endings] },
    locale,
  })
    .use(Dashboard, {
      target,
      inline: true,
      width: '100%',
      height: 360,
      theme: theme(),
      note: taken,
      hideUploadButton: true,
      hidePauseResumeButton: true,
      proudlyDisplayPoweredByUppy: false,
    })
    .use(AwsS3, {
      limit: 6,
      shouldUseMultipart: false,
      // An address works once, so `uploadPartBytes` requests one for each try. The plugin itself retries only parts,
      // and waits for ever for an ETag.
      getUploadParameters: () => ({ method: 'PUT', url: location.href }),
      uploadPartBytes: createUploader(setImage),
    })

/** Uppy calls its only file the item of a list, and forgets the list. */
const markList = (target: HTMLElement) =>
  target.querySelector('.uppy-Dashboard-files:not([role])')?.setAttribute('role', 'list')

/** Uppy, in an element of its own. */
export default function ProfileImageWidget({ close }: { close: () => void }) {
  const element = useRef<HTMLDivElement>(null)
  const [reason, setReason] = useState<string | null>(null)
  const toast = useToast()
  const endSession = useEndSession()
  const { trigger } = useSetProfileImage()

  const setImage = useEffectEvent((imageUrl: string) => trigger(imageUrl))
  const onDone = useEffectEvent(() => {
    toast({ title: 'Immagine profilo aggiornata' })
    close()
  })
  const onFailed = useEffectEvent((error: Error) => {
    if (hasStatus(error, 401)) return endSession()
    setReason(error instanceof HttpError ? error.text : 'La connessione si è interrotta: riprova.')
    toast(failure("Errore nell'aggiornamento dell'immagine profilo."))
  })

  useEffect(() => {
    const target = element.current
    if (!target) return
    const uppy = newUppy(target, imageUrl => setImage(imageUrl))
    uppy.on('upload', () => setReason(null))
    uppy.on('file-removed', () => setReason(null))
    uppy.on('upload-error', (_file, error) => onFailed(error))
    uppy.on('complete', ({ successful = [] }) => successful.length > 0 && onDone())
    const lists = new MutationObserver(() => markList(target))
    lists.observe(target, { childList: true, subtree: true })
    const themes = new MutationObserver(() => uppy.getPlugin('Dashboard')?.setOptions({ theme: theme() }))
    themes.observe(document.documentElement, { attributeFilter: ['class'] })
    return () => {
      themes.disconnect()
      lists.disconnect()
      uppy.destroy()
    }
  }, [])

  return (
    <>
      <div ref={element} className="picture-widget" data-private />
      {reason && (
        <p className="field-error" role="alert">
          {reason}
        </p>
      )}
    </>
  )
}
