import { type Decider, noLogTime, refuse } from '../decider.ts'
import type { PeopleEvent } from './events.ts'
import { joinedPersons, type LinkChange, membersOf } from './links.ts'

/** `claims`: of the addresses that were ever joined and of these two, who has an account. */
export type PeopleCommand = { claims: readonly LinkChange[] } & (
  | { type: 'JoinPersons'; person: string; other: string }
  | { type: 'PartPerson'; person: string; stream: string }
)

/** After every position. */
const now = '\uffff'

/** All persons' joins in one stream: they are few, and a join concerns several. */
export const peopleDecider: Decider<
  readonly LinkChange[],
  PeopleCommand,
  PeopleEvent,
  'two-accounts' | 'not-joined'
> = {
  initial: [],
  decide(state, command) {
    const { person, claims } = command
    const own = membersOf(joinedPersons([...state, ...claims]), person)
    switch (command.type) {
      case 'JoinPersons': {
        const { other } = command
        if (own.includes(other)) return []
        const tried = joinedPersons([...state, ...claims, { type: 'joined', person, other, position: now }])
        if (!membersOf(tried, person).includes(other)) return refuse('two-accounts')
        return [{ type: 'PersonsJoined', data: { person, other } }]
      }
      case 'PartPerson':
        if (own.length === 1) return refuse('not-joined')
        return [{ type: 'PersonParted', data: { person, stream: command.stream } }]
    }
  },
  evolve(state, event, { position } = noLogTime) {
    const { person } = event.data
    return event.type === 'PersonsJoined'
      ? [...state, { type: 'joined', person, other: event.data.other, position }]
      : [...state, { type: 'parted', person, position }]
  },
}
