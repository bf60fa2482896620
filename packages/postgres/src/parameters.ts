/** Why an address cannot be used, as the end of a sentence that begins with its variable. It quotes no secret. */
export class AddressFault extends Error {
  override readonly name = 'AddressFault'
}

const used = new Set([
  ...['host', 'port', 'user', 'password', 'dbname', 'options', 'connect_timeout', 'target_session_attrs'],
  ...['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword'],
])

/** The product decides these itself. An address with another value would mean something else here. */
const withoutEffect: Readonly<Record<string, RegExp>> = {
  application_name: /./,
  fallback_application_name: /./,
  keepalives: /^1$/,
  keepalives_idle: /./,
  keepalives_interval: /./,
  keepalives_count: /./,
  client_encoding: /^(auto|utf-?8)$/i,
  channel_binding: /^(disable|prefer)$/,
  gssencmode: /^(disable|prefer)$/,
  sslcompression: /^0$/,
  sslnegotiation: /^postgres$/,
  sslsni: /^1$/,
  load_balance_hosts: /^disable$/,
  uselibpqcompat: /./,
}

/** The parameters behind the `?`. @throws {AddressFault} */
export function readParameters(query: string): ReadonlyMap<string, string> {
  const read = new Map<string, string>()
  for (const part of query.split('&').filter(Boolean)) {
    const [name = '', ...value] = part.split('=').map(decoded)
    if (used.has(name)) read.set(name, value.join('='))
    else if (!withoutEffect[name]?.test(value.join('='))) refuse(name, name in withoutEffect)
  }
  return read
}

function refuse(name: string, isKnown: boolean): never {
  // What is no name may be a part of a password with an unescaped `?`.
  const shown = /^[a-z_]{1,40}$/.test(name) ? name : 'with an odd name'
  throw new AddressFault(`has the parameter ${shown}, ${isKnown ? 'whose value' : 'which'} is not supported`)
}

/** @throws {AddressFault} */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AddressFault('has a % that begins no escape: write it as %25')
  }
}
