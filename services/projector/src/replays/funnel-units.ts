import type { JsonObject, Recorded } from '@tba/event-store/port.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { accountOf, idOf, streams } from '@tba/events/streams.ts'
import { deviceOf } from '@tba/runtime/visits/device.ts'
import { referrerHost } from '@tba/runtime/visits/referrer.ts'
import { robotOf } from '@tba/runtime/visits/robot.ts'
import { sourceOf } from '@tba/runtime/visits/source.ts'
import type { ExpiredVisits } from './expired-visits.ts'
import { Numbers } from './numbers.ts'

type Told = Pick<Recorded, 'stream' | 'type' | 'metadata' | 'position'> & { data: JsonObject }

const text = (value: unknown) => (typeof value === 'string' ? value : null)
const saysPlan = ['LeadSubmitted', 'PlanActivated', 'PlanChanged']
const nobody: readonly number[] = []

/** Of whom events are, and what the breakdown asks of them: as the log says it, from its beginning on. */
export class FunnelUnits {
  readonly visits = new Numbers()
  readonly accounts = new Numbers()
  private readonly definition: FunnelDefinition
  private readonly users = new Map<number, number>()
  private readonly robots = new Set<number>()
  /** In the order of the log: a number of a customer is another word for an account. */
  private readonly ties: { visit: number; account: number | null; userId: number | null }[] = []
  private readonly known = new Numbers()
  private readonly values = new Map<number, string | null>()
  private valueBytes = 0
  private readonly plans: { owner: number; visit: number; plan: string }[] = []
  private tied = new Map<number, number[]>()
  private firsts = new Map<number, number>()

  /** Whether the last event told of units what was not known before. */
  private isNew = false
  private readonly expired: Pick<ExpiredVisits, 'isOver'>

  constructor(definition: FunnelDefinition, expired: Pick<ExpiredVisits, 'isOver'>) {
    this.definition = definition
    this.expired = expired
  }

  /**
   * Takes in an event. @returns the account whose own stream it is in, and the visit that it is of, -1: none; and whether it
   * told of units what was not known before
   */
  take(told: Told): { owner: number; visit: number; isNew: boolean } {
    const { type, data } = told
    this.isNew = false
    const visit = this.visitOf(told)
    const owner = this.ownerOf(told)
    if (owner >= 0 && visit >= 0) this.tie(visit, owner, null)
    if (visit >= 0 && type === 'AnalyticsEventTracked' && typeof data.userId === 'number' && owner < 0)
      this.tie(visit, null, data.userId)
    if (type === 'VisitStarted' && visit >= 0 && robotOf(text(data.userAgent)) !== null) {
      this.robots.add(visit)
      this.isNew = true
    }
    this.tellValue({ visit, owner, type, data })
    return { owner, visit, isNew: this.isNew }
  }

  /** What others have that names an expired visit stays theirs, and is of no visit any more. */
  private visitOf({ stream, metadata, position }: Told): number {
    const visitId = stream.startsWith('visit-') ? idOf(stream) : text(metadata?.visitId)
    if (!visitId || this.expired.isOver(streams.visit(visitId), position)) return -1
    return this.visits.of(visitId)
  }

  private ownerOf({ stream, type, data }: Told): number {
    const accountId = accountOf({ stream, data })
    if (accountId === null) return -1
    const account = this.accounts.of(accountId)
    if (type === 'AccountRegistered' && typeof data.userId === 'number') {
      this.users.set(data.userId, account)
      this.isNew = true
    }
    return account
  }

  private tie(visit: number, account: number | null, userId: number | null): void {
    const { size } = this.known
    if (this.known.of(`${visit} ${account} ${userId}`) !== size) return
    this.ties.push({ visit, account, userId })
    this.isNew = true
  }

  private tellValue({
    visit,
    owner,
    type,
    data,
  }: {
    visit: number
    owner: number
    type: string
    data: JsonObject
  }) {
    const { breakdown } = this.definition
    if (breakdown === undefined) return
    if (breakdown === 'plan') {
      const plan = saysPlan.includes(type) ? text(data.plan) : null
      if (plan !== null) this.plans.push({ owner, visit, plan })
      this.isNew ||= plan !== null
    } else if (visit >= 0 && !this.values.has(visit)) {
      if (breakdown === 'source') {
        const source = text(data.page) === null ? null : sourceOf(data.page as string)
        if (source !== null) this.tellOf(visit, source)
      } else if (type === 'VisitStarted')
        this.tellOf(
          visit,
          breakdown === 'device' ? deviceOf(text(data.userAgent)) : referrerHost(text(data.referrer)),
        )
    }
  }

  private tellOf(visit: number, value: string | null): void {
    this.values.set(visit, value)
    this.valueBytes += 2 * (value?.length ?? 0)
    this.isNew = true
  }

  /** In memory, roughly; with what `settle` makes of the ties. */
  get bytes(): number {
    const { visits, accounts, known, users, robots, ties, values, plans } = this
    return (
      visits.bytes +
      accounts.bytes +
      known.bytes +
      this.valueBytes +
      240 * ties.length +
      48 * (users.size + robots.size + values.size) +
      120 * plans.length
    )
  }

  /** At the end of the log, before anybody is counted. */
  settle(): void {
    for (const { visit, account, userId } of this.ties) {
      const its = account ?? this.users.get(userId ?? -1)
      if (its === undefined || !this.counts(visit)) continue
      if (!this.firsts.has(its)) this.firsts.set(its, visit)
      const all = this.tied.get(visit) ?? []
      if (!all.includes(its)) this.tied.set(visit, [...all, its])
    }
    if (this.definition.breakdown !== 'plan') return
    const ofVisits = this.definition.by === 'visit'
    for (const { owner, visit, plan } of this.plans)
      for (const unit of ofVisits ? [visit] : this.customersOf(owner, visit)) this.values.set(unit, plan)
  }

  get size(): number {
    return this.definition.by === 'visit' ? this.visits.size : this.accounts.size
  }

  /** The units that an event is of. */
  unitsOf(owner: number, visit: number): readonly number[] {
    if (this.definition.by === 'customer') return this.customersOf(owner, visit)
    return visit >= 0 && this.counts(visit) ? [visit] : nobody
  }

  /** What the breakdown says of a unit; undefined: nothing is broken down. */
  valueOf(unit: number): string | null | undefined {
    const { breakdown, by } = this.definition
    if (breakdown === undefined) return undefined
    const told = by === 'visit' || breakdown === 'plan' ? unit : (this.firsts.get(unit) ?? -1)
    return this.values.get(told) ?? null
  }

  private customersOf(owner: number, visit: number): readonly number[] {
    const tied = this.tied.get(visit) ?? nobody
    if (owner < 0) return tied
    return tied.includes(owner) ? tied : [owner, ...tied]
  }

  private counts(visit: number): boolean {
    return this.definition.bots === true || !this.robots.has(visit)
  }
}
