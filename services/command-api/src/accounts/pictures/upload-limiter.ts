import { tooMany, unavailable } from '@tba/runtime/http/failure.ts'
import { limitKey } from '@tba/runtime/http/limits/address.ts'

/** Each holds up to 5 MiB in memory, until its picture is re-encoded. */
const limits = { total: 20, forNewAddresses: 5, perAddress: 4, perAccount: 2 }

export function uploadLimiter() {
  const counts = new Map<string, number>()
  const count = (name: string) => counts.get(name) ?? 0

  return {
    /** @returns a function that ends it @throws {HttpFailure} 429 if this account or address has too many, 503 for all together */
    begin({ accountId, address }: { accountId: string; address: string }): () => void {
      const [all, ofAddress, ofAccount] = ['all', `address ${limitKey(address)}`, `account ${accountId}`]
      if (count(ofAccount) >= limits.perAccount || count(ofAddress) >= limits.perAddress) throw tooMany(2)
      // Some are kept for addresses that have none, so that a few slow ones cannot hold all.
      const kept = count(ofAddress) > 0 ? limits.forNewAddresses : 0
      if (count(all) >= limits.total - kept) throw unavailable()
      const names = [all, ofAddress, ofAccount]
      for (const name of names) counts.set(name, count(name) + 1)
      return () => {
        for (const name of names.splice(0)) {
          if (count(name) > 1) counts.set(name, count(name) - 1)
          else counts.delete(name)
        }
      }
    },
  }
}
