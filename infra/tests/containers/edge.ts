/**
 * Addresses of the network between gateway and services. Processes that run at the same time get different ones.
 */
export function edgeOf(pid: number) {
  const second = 192 + (Math.floor(pid / 64) % 64)
  const third = 4 * (pid % 64)
  const part = (number: number) => `10.${second}.${third + number}`
  return { subnet: `${part(0)}.0/22`, range: `${part(2)}.0/23`, gateway: `${part(1)}.10`, ofGateway: part(1) }
}
