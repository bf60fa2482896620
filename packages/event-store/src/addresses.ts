import { existsSync } from 'node:fs'
import { faultOf, isPostgres } from '@tba/postgres/address.ts'

/** Addresses of EventStoreDB or KurrentDB. They can name several hosts, which URL does not support. */
const eventStoreAddress =
  /^(?:esdb|kurrentdb)(?:\+discover)?:\/\/([^:@/?\s]+:[^@/?\s]+@)?[^@,/?:[\]\s]+(?::\d{1,5})?(?:,[^@,/?:[\]\s]+(?::\d{1,5})?)*\/?(?:\?([^?\s]+))?$/i

const [number, bool] = [/^\d+$/, /^(true|false)$/]
const isFile = { test: existsSync }
/** The client would warn of any other option, and quote the whole address. */
const eventStoreOptions: Readonly<Record<string, { test(value: string): boolean }>> = {
  maxdiscoverattempts: number,
  discoveryinterval: number,
  gossiptimeout: number,
  defaultdeadline: number,
  keepaliveinterval: number,
  keepalivetimeout: number,
  tls: bool,
  throwonappendfailure: bool,
  tlsverifycert: /^true$/,
  connectionname: /./,
  tlscafile: isFile,
  usercertfile: isFile,
  userkeyfile: isFile,
  nodepreference: /^(leader|follower|readonlyreplica|random)$/i,
}

/** Whether the log is in PostgreSQL. It is then part of the backup, and its disk is checked. */
export const isInPostgres = isPostgres

/** Why no adapter takes the address, as the end of a sentence; null if one does. It quotes no secret. */
export function faultOfLogAddress(url: string): string | null {
  if (isInPostgres(url)) return faultOf(url)
  const [isAddress, login = '', query = ''] = eventStoreAddress.exec(url) ?? []
  if (isAddress === undefined) return 'has to be a postgres, esdb or kurrentdb address'
  try {
    decodeURIComponent(login)
    for (const [name = '', value = ''] of query
      .split('&')
      .filter(Boolean)
      .map(part => part.split('='))) {
      const rule = eventStoreOptions[name.replace(/[_-]/g, '').toLowerCase()]
      // What is no name may be a part of a password.
      const shown = /^\w+$/.test(name) ? name : 'with an odd name'
      if (!rule) return `has the option ${shown}, which EventStoreDB’s client does not know`
      if (!rule.test(decodeURIComponent(value)))
        return `has the option ${shown} with a value that cannot be used`
    }
    return null
  } catch {
    return 'has a % that begins no escape: write it as %25'
  }
}

/**
 * EventStoreDB's client knows only the older name of KurrentDB's addresses, and protocols in lower case. It asks any node
 * for the leader. For one that hangs it would wait 5 s, as long as an answer may take.
 */
export function clientAddress(url: string): string {
  const [server = '', options] = url.split('?')
  const address = server.replace(/^[^:]+/, protocol => protocol.toLowerCase().replace('kurrentdb', 'esdb'))
  // Of an option that is there twice, the last counts.
  return `${address}?${['gossipTimeout=1', ...(options ? [options] : [])].join('&')}`
}
