import { mkdirSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import { type Behaviour, startMailServer } from '@tba/projector/testing/mail-server.ts'
import { startS3 } from '@tba/testing/s3-server.ts'

/** A mail server that writes each letter, and behaves as the fault says. */
export async function openMail(folder: string) {
  mkdirSync(folder)
  let count = 0
  const server = await startMailServer('accepts', letter =>
    writeFileSync(path.join(folder, `${String(++count).padStart(6, '0')}.eml`), `${letter}\r\n`),
  )
  return {
    url: server.url,
    behave(behaviour: Behaviour) {
      server.behaviour = behaviour
    },
    close: server.close,
  }
}

export const ofObjects = ['is slow', 'closes', 'fails after it stored'] as const

/** Longer than the product waits. */
const slowAnswerMs = 15_000

/** An S3 that behaves as the fault says. */
export async function openObjects(folder: string) {
  mkdirSync(folder)
  const { settings, setHandler, works, close } = await startS3(folder)
  const broken: Record<(typeof ofObjects)[number], RequestListener> = {
    'is slow': (request, response) => void setTimeout(() => works(request, response), slowAnswerMs),
    closes: request => request.socket.destroy(),
    'fails after it stored': (request, response) => {
      const end = response.end.bind(response)
      Object.assign(response, {
        end(...given: Parameters<typeof end>) {
          if (!response.headersSent) response.statusCode = 500
          return end(...given)
        },
      })
      works(request, response)
    },
  }
  return {
    endpoint: settings.endpoint,
    env: (endpoint: string) => ({
      S3_BUCKET: settings.bucket,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    }),
    behave: (how: keyof typeof broken | null) => setHandler(how === null ? undefined : broken[how]),
    close,
  }
}

export type FaultyObjects = Awaited<ReturnType<typeof openObjects>>
