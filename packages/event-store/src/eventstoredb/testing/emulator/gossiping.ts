import type { Endpoint } from './faults.ts'
import { gossip } from './stubs.ts'

/** What a node says of its cluster: that this one leads. */
export function membersLedBy({ host, port }: Endpoint) {
  const address = new gossip.EndPoint()
  address.setAddress(host)
  address.setPort(port)
  const member = new gossip.MemberInfo()
  member.setHttpEndPoint(address)
  member.setIsAlive(true)
  member.setState(gossip.MemberInfo.VNodeState.LEADER)
  const info = new gossip.ClusterInfo()
  info.setMembersList([member])
  return info
}
