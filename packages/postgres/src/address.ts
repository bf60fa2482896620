import { userInfo } from 'node:os'
import { AddressFault, decoded, readParameters } from './parameters.ts'
import { type Tls, tlsChoices } from './tls.ts'

/** One way to a server. `host` is a name, an IP address, or the folder of a Unix socket. */
export type Server = { host: string; port: number; ssl: Tls }

export type Address = {
  /** A connection tries these in this order. */
  servers: readonly [Server, ...Server[]]
  /** What the server has to be, as libpq's target_session_attrs. */
  target: Target
  user: string
  password: string
  database: string
  /** Settings of the server in its own notation: `-c name=value`. */
  options: string | undefined
  connectMs: number | undefined
}

const targets = ['any', 'read-write', 'read-only', 'primary', 'standby'] as const
type Target = (typeof targets)[number]

const shape = /^postgres(?:ql)?:\/\/(?:([^/?]*)@)?([^/?@]*)(?:\/([^?]*))?(?:\?(.*))?$/is

/** Whether it names a PostgreSQL. `faultOf` says whether it can be used. */
export const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//i.test(url)

/** Why the address cannot be used, as the end of a sentence; null if it can. */
export function faultOf(url: string): string | null {
  try {
    parseAddress(url)
    return null
  } catch (error) {
    if (error instanceof AddressFault) return error.message
    throw error
  }
}

/** Reads an address as psql does, with its certificates. @throws {AddressFault} */
export function parseAddress(url: string): Address {
  const [isAddress, login = '', authority = '', path = '', query = ''] = shape.exec(url) ?? []
  if (isAddress === undefined) throw new AddressFault('has to be a postgres address')
  const parameters = readParameters(query)
  const [, name = '', secret = ''] = /^([^:]*):?(.*)$/s.exec(login) ?? []
  const user = parameters.get('user') ?? (decoded(name) || userInfo().username)
  return {
    servers: serversOf(authority, parameters),
    target: oneOf(parameters.get('target_session_attrs') ?? 'any'),
    user,
    password: parameters.get('password') ?? decoded(secret),
    database: parameters.get('dbname') ?? (decoded(path) || user),
    options: parameters.get('options'),
    connectMs: seconds(parameters.get('connect_timeout')),
  }
}

/** The same address with another login. */
export function withLogin(url: string, user: string, password: string): string {
  const [, , authority = '', path = '', query = ''] = shape.exec(url) ?? []
  const others = query.split('&').filter(part => part && !/^(user|password)=/.test(part))
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
  return `postgres://${login}@${authority}/${path}${others.length > 0 ? `?${others.join('&')}` : ''}`
}

function serversOf(authority: string, parameters: ReadonlyMap<string, string>): Address['servers'] {
  const pairs = authority
    .split(',')
    .map(pair => /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(pair) ?? ['', '', '-'])
  const hosts = (parameters.get('host')?.split(',') ?? pairs.map(([, host = '']) => decoded(host))).map(
    host => host.replace(/^\[(.*)\]$/, '$1') || 'localhost',
  )
  const ports = parameters.get('port')?.split(',') ?? pairs.map(([, , port = '']) => port)
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new AddressFault('has to give one port, or one for each host')
  const choices = tlsChoices(parameters)
  const [first, ...others] = hosts.flatMap((host, at): Server[] => {
    const port = portOf(ports[at] ?? ports[0] ?? '')
    // PostgreSQL has no TLS on a socket, whatever the mode.
    return (host.startsWith('/') ? [false as const] : choices).map(ssl => ({ host, port, ssl }))
  })
  if (!first) throw new AddressFault('names no host')
  return [first, ...others]
}

function portOf(text: string): number {
  const port = Number(text || 5432)
  if (/^\d*$/.test(text) && port > 0 && port < 65_536) return port
  throw new AddressFault('has a port that is no number up to 65535, or a password with an unescaped / ? or @')
}

function oneOf(text: string): Target {
  const found = targets.find(target => target === text)
  if (found) return found
  throw new AddressFault(`has a target_session_attrs that is none of ${targets.join(', ')}`)
}

function seconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,6}$/.test(text)) throw new AddressFault('has a connect_timeout that is no number of seconds')
  // libpq waits for ever at 0, and never less than two seconds.
  return text === '0' ? 0 : Math.max(2, Number(text)) * 1_000
}
