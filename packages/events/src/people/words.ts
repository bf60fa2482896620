import { plainPhone } from './phone.ts'

/** Longer words are cut: nobody types so much, and an index does not accept words of thousands of letters. */
const maxWordLength = 60

/** The words of these texts, each once: letters and digits, in lower case and without accents. */
export function wordsOf(...texts: readonly (string | null)[]): string[] {
  const plain = texts.map(text => (text ?? '').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, ''))
  const words = plain.flatMap(text => text.match(/[\p{L}\p{N}]+/gu) ?? [])
  return [...new Set(words.map(word => word.slice(0, maxWordLength).toWellFormed()))]
}

export const withoutApostrophes = (text: string) => text.replace(/['’‘ʼ`´]/g, '')

/** Digits with blanks and signs between them, which are no part of a word. */
export const phoneLike = /(?<![\p{L}\p{N}])[+(]{0,2}\d[\d\s()./+-]*\d(?![\p{L}\p{N}])/gu
/** Fewer digits are a customer's number. */
const minPhoneDigits = 7
const maxPhoneDigits = 30

/** The digits of a number. An international prefix that is written as 00 is left out, like a plus sign. */
const phoneDigits = (phone: string) =>
  plainPhone(phone).replace(/\D/g, '').replace(/^00/, '').slice(0, maxPhoneDigits)

/** A link to a number, as phones and pages copy it. */
const phoneLink =
  /(?:\btel:|(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?phone=))(\+?\d[\d\s()./-]*)(?:[?&;]\S*)?/gi
export const withoutPhoneLinks = (text: string) => text.replace(phoneLink, '$1')

/**
 * The digits under which a typed number may be stored; none: it is too short for a number. Most countries drop the first
 * zero behind their code, and some write it as (0).
 */
export function phoneReadings(typed: string): string[] {
  const digits = phoneDigits(typed)
  // Two zeros may also stand in the middle of a number.
  const readings = [
    digits,
    typed.replace(/\D/g, ''),
    digits.replace(/^0/, ''),
    phoneDigits(typed.replace('(0)', '')),
  ]
  return [...new Set(readings)].filter(({ length }) => length >= minPhoneDigits)
}

/** The words by which a person is found. A number can be found from any of its digits on, so it is there once for each. */
export function searchWords(texts: readonly (string | null)[], phones: readonly (string | null)[]) {
  const joined = texts.map(text => text && withoutApostrophes(text))
  const parts = phones.flatMap(phone => {
    const digits = phoneDigits(phone ?? '')
    const count = Math.max(0, digits.length - minPhoneDigits + 1)
    return Array.from({ length: count }, (_, at) => `+${digits.slice(at)}`)
  })
  return [...new Set([...wordsOf(...texts, ...joined), ...parts])]
}
