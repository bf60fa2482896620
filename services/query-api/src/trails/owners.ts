import { namedByAccount, streams } from '@tba/events/streams.ts'
import { nameKey } from '@tba/runtime/history/row-keys.ts'
import type { Columns } from './columns.ts'
import { grown } from './key-index.ts'
import type { Ties } from './ties.ts'

export type AccountRow = [account: number, accountId: string, userId: number]
export type SessionRow = [stream: number, account: number]

const nobody: readonly number[] = []

/** Whose a stream is: an account's own ones, and the visits by which it is known. Accounts have their streams' numbers. */
export class Owners {
  private readonly columns: Columns
  /** By a stream's number: that of the account + 1. */
  private owners = new Int32Array(1_024)
  /** By a visit's number: that of the account + 1 that it was tied to first. */
  private tied = new Int32Array(0)
  private readonly accountOfUser = new Map<number, number>()
  /** Of numbers that several accounts have, which say nothing then. */
  private readonly accountsOfUser = new Map<number, number[]>()
  private readonly ids = new Map<number, string>()
  /** Of visits that are tied to several accounts. */
  private several = new Map<number, number[]>()
  private firsts = new Map<number, number>()
  /** As of what visits are tied; empty: of nothing that is still so. */
  tiedAs = ''
  /** What `tiedTo` answers with for most visits: valid until it is called again. */
  private readonly single = [0]

  constructor(columns: Columns) {
    this.columns = columns
  }

  /** The account whose own stream this is; -1: nobody's. */
  ownerOf(stream: number): number {
    return (this.owners[stream] ?? 0) - 1
  }

  /** The accounts that a visit is tied to. */
  tiedTo(visit: number): readonly number[] {
    const account = (this.tied[visit] ?? 0) - 1
    if (account < 0) return nobody
    if (this.several.size > 0) {
      const accounts = this.several.get(visit)
      if (accounts) return accounts
    }
    this.single[0] = account
    return this.single
  }

  /** The visit that an account was tied to first. */
  firstVisitOf(account: number): number | undefined {
    return this.firsts.get(account)
  }

  /** The id of an account. */
  idOf(account: number): string | undefined {
    return this.ids.get(account)
  }

  addAccounts(rows: readonly AccountRow[]): void {
    for (const [key, accountId, userId] of rows) {
      const account = this.columns.streamOf(key)
      if (this.ids.has(account)) continue
      this.own(account, account)
      for (const kind of namedByAccount)
        this.own(this.columns.streamOf(nameKey(streams[kind](accountId))), account)
      const first = this.accountOfUser.get(userId) ?? account
      this.accountOfUser.set(userId, first)
      if (first !== account)
        this.accountsOfUser.set(userId, [...(this.accountsOfUser.get(userId) ?? [first]), account])
      this.ids.set(account, accountId)
    }
  }

  addSessions(rows: readonly SessionRow[]): void {
    for (const [stream, account] of rows)
      this.own(this.columns.streamOf(stream), this.columns.streamOf(account))
  }

  private own(stream: number, account: number): void {
    if (stream >= this.owners.length)
      this.owners = grown(this.owners, Math.max(stream + 1, this.owners.length * 2))
    this.owners[stream] = account + 1
  }

  /**
   * @param count of the first so many
   * @param isThere whether an account counts, and a visit: those of robots may not
   */
  tie(
    ties: Ties,
    count: number,
    isThere: { account(account: number): boolean; visit(visit: number): boolean },
  ): void {
    this.several = new Map()
    this.firsts = new Map()
    this.tied = new Int32Array(this.columns.streams.size)
    for (let tie = 0; tie < count; tie++) {
      const account = this.accountOf(ties, tie, isThere.account)
      const visit = ties.visits[tie] as number
      if (account === undefined || !isThere.visit(visit)) continue
      if (!this.firsts.has(account)) this.firsts.set(account, visit)
      const first = (this.tied[visit] as number) - 1
      if (first < 0) this.tied[visit] = account + 1
      else if (first !== account) {
        const all = this.several.get(visit) ?? [first]
        if (!all.includes(account)) this.several.set(visit, [...all, account])
      }
    }
  }

  private accountOf(ties: Ties, tie: number, isThere: (account: number) => boolean): number | undefined {
    const userId = ties.userIdOf(tie)
    const accounts = userId === null ? undefined : this.accountsOfUser.get(userId)
    if (accounts) {
      const there = accounts.filter(isThere)
      return there.length === 1 ? there[0] : undefined
    }
    const account = userId === null ? (ties.accounts[tie] as number) : this.accountOfUser.get(userId)
    return account !== undefined && this.ids.has(account) && isThere(account) ? account : undefined
  }
}
