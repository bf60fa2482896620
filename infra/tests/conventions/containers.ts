import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseYaml } from '@redocly/openapi-core'

export const root = path.resolve(import.meta.dirname, '../../..')

export const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

type Service = {
  environment?: Record<string, string>
  image: string
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
}

/** docker-compose.yml as compose reads it, but with its variables not replaced. */
export const compose = parseYaml(textOf('docker-compose.yml')) as { services: Record<string, Service> }

/** The variables that compose reads from .env, with their defaults. */
export function env(): Map<string, string> {
  const found = textOf('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+):-([^}]*)\}/g)
  return new Map([...found].map(([, name = '', standard = '']) => [name, standard]))
}

/** Every `NAME=value` of a file, also in comments. The first of each name counts. */
export function named(file: string): Map<string, string> {
  const lines = [...textOf(file).matchAll(/^#?([A-Z0-9_]+)=(.*)$/gm)].reverse()
  return new Map(lines.map(([, name = '', value = '']) => [name, value]))
}
