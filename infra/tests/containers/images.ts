import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type ContainerRuntimeClient, ImageName } from 'testcontainers'

const compose = path.resolve(import.meta.dirname, '../../../docker-compose.yml')

/** Whether an image lies on this machine. */
export const isAtHand = (client: ContainerRuntimeClient, image: string): Promise<boolean> =>
  client.image.exists(ImageName.fromString(image))

/**
 * The image that a variable of docker-compose.yml stands for: what is in it, else the one that infra/images builds where
 * that is at hand, else compose's own.
 */
export async function imageOf(
  client: ContainerRuntimeClient,
  variable: string,
  local: string,
): Promise<string> {
  const given = process.env[variable]?.trim()
  if (given) return given
  return (await isAtHand(client, local)) ? local : standard(variable)
}

function standard(variable: string): string {
  const [, image] = new RegExp(`\\$\\{${variable}:-([^}]+)\\}`).exec(readFileSync(compose, 'utf8')) ?? []
  if (!image) throw new Error(`docker-compose.yml has no ${variable}`)
  return image
}
