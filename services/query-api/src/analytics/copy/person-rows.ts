const links = {
  PersonsJoined: 'joined',
  PersonParted: 'parted',
  EmailClaimed: 'claimed',
  EmailReleased: 'released',
}
/** Events after which something belongs to nobody. */
export const erasures = ['LeadErased', 'QuestionnaireErased', 'AccountErased', 'EmailReleased']
/** Events that change which events belong to which person. */
export const personTypes = [...new Set([...Object.keys(links), ...erasures])]

const list = (types: readonly string[]) => types.map(type => `'${type}'`).join(', ')
const typeOf = Object.entries(links)
  .map(([type, link]) => `when '${type}' then '${link}'`)
  .join(' ')

/** Statements that take the events after a number in: who is whose, and what was erased. An erased part belongs to nobody. */
export function linkChanges(seq: number, events: readonly { type: string }[]): string[] {
  if (!events.some(({ type }) => personTypes.includes(type))) return []
  const added = (types: readonly string[]) => `from events where seq > ${seq} and type in (${list(types)})`
  const gone = (column: string) =>
    `(select ${column} as gone, max(seq) as until ${added(erasures)} group by 1)`
  return [
    `insert into links select seq, position, case type ${typeOf} end, coalesce(person, data ->> '$.person'), data ->> '$.other'
      ${added(Object.keys(links))} and coalesce(person, data ->> '$.person') is not null`,
    `insert into accounts select data ->> '$.accountId', person, seq ${added(['EmailClaimed'])} and person is not null`,
    `delete from accounts using ${gone("coalesce(account, data ->> '$.accountId')")} erased
      where account = erased.gone and seq <= erased.until`,
    `update events set person = null from ${gone('stream')} erased
      where stream = erased.gone and seq <= erased.until and person is not null`,
  ]
}
