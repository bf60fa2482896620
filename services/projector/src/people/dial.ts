import { plainPhone } from '@tba/events/people/phone.ts'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** A number without any code is Italian. */
const home: CountryCode = 'IT'

/**
 * The number to dial, in E.164; null if it is none. A typed `+` or `00` wins over the chosen code.
 * A newer version of the library may know more numbers: raise the versions of the projections with it.
 */
export function dialOf(typed: string | null, chosenCode: string | null): string | null {
  const phone = plainPhone(typed ?? '').replace(/^00/, '+')
  const code = /\d+/.exec(plainPhone(chosenCode ?? ''))?.[0]
  const options = code ? { defaultCallingCode: code } : { defaultCountry: home }
  const found = parsePhoneNumberFromString(phone, { ...options, extract: false })
  return found?.isValid() ? found.number : null
}
