import { isIP } from 'node:net'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

const url = (rule, start) => ({ isRight: text => URL.canParse(text) && start.test(text), rule })
const anything = { isRight: () => true, rule: '' }
// The e-mail addresses that the product accepts for sign-in.
const address = /^(?!\.)(?!.*\.\.)([a-z0-9_'+\-.]*)[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i
const email = {
  isRight: text => address.test(text) && text.length <= 255,
  rule: 'has to be an e-mail address',
}

/** All variables and their rules. Without dependencies, since the bootstrap checks them before it installs. */
const variables = {
  PORT: {
    isRight: text => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
    rule: 'has to be a whole number from 0 to 65535',
  },
  HOST: anything,
  DATA_DIR: anything,
  DATABASE_URL: url('has to be a postgres address', /^postgres(ql)?:\/\//i),
  EVENTSTORE_URL: {
    // An address of several hosts is no URL.
    isRight: text =>
      /^postgres(ql)?:\/\//i.test(text)
        ? URL.canParse(text)
        : /^(esdb|kurrentdb)(\+discover)?:\/\/[^/?\s]+\/?(\?\S+)?$/i.test(text),
    rule: 'has to be a postgres, esdb or kurrentdb address',
  },
  PUBLIC_URL: url('has to be an http or https address', /^https?:\/\//i),
  TRUST_PROXY: {
    isRight: text => text.split(',').every(network => isNetwork(network.trim())),
    rule: 'has to list addresses or networks (10.0.0.0/8), separated by commas',
  },
  LIMIT_SCALE: {
    isRight: text => /^\d+(\.\d+)?$/.test(text) && Number(text) > 0,
    rule: 'has to be a number greater than zero',
  },
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: {
    isRight: text => text.length >= 12 && text.length <= 255,
    rule: 'has to have 12 to 255 characters',
  },
  SMTP_URL: url('has to be an smtp or smtps address', /^smtps?:\/\//i),
  MAIL_FROM: email,
  NOTIFY_EMAIL: email,
  REDIS_URL: url('has to be a redis or rediss address', /^rediss?:\/\//i),
  VISITS_KEPT_DAYS: {
    isRight: text => /^\d{1,5}$/.test(text) && Number(text) <= 36_500,
    rule: 'has to be a whole number of days, 0 for ever',
  },
  ANALYTICS_MEMORY_MB: {
    isRight: text => /^\d{1,5}$/.test(text) && Number(text) >= 64 && Number(text) <= 65_536,
    rule: 'has to be a whole number of MB from 64 to 65536',
  },
  METRICS_TOKEN: { isRight: text => text.length >= 16, rule: 'has to have at least 16 characters' },
  LOG_LEVEL: { isRight: text => levels.includes(text), rule: `has to be one of ${levels.join(', ')}` },
}

export const variableNames = Object.keys(variables)

/** What is wrong with the variables as one sentence, else null; one that is set but empty counts as absent. */
export function faultIn(env) {
  const wrong = Object.entries(variables).filter(
    ([name, { isRight }]) => env[name]?.trim() && !isRight(env[name]),
  )
  // The values stay out of the sentence: one of them may be a password.
  return wrong.length > 0 ? `${wrong.map(([name, { rule }]) => `${name} ${rule}`).join('; ')}.` : null
}

function isNetwork(text) {
  const [host = '', bits = '0', ...more] = text.split('/')
  const family = isIP(host)
  const most = family === 4 ? 32 : 128
  return family !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}
