import { toUnicode } from 'punycode/'

/** For people: the domain in Unicode. It is stored and sent as punycode. */
export function shownEmail<Email extends string | null>(email: Email): Email | string {
  try {
    return email && toUnicode(email)
  } catch {
    // A domain that only looks like punycode.
    return email
  }
}
