import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type ContainerRuntimeClient, ImageName } from 'testcontainers'

const compose = path.resolve(import.meta.dirname, '../../../docker-compose.yml')

/** Whether this machine has the image. */
export const isAtHand = (client: ContainerRuntimeClient, image: string): Promise<boolean> =>
  client.image.exists(ImageName.fromString(image))

/**
 * The image for a variable of docker-compose.yml: its value, else the one that infra/images builds if this machine has it,
 * else compose's default.
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
