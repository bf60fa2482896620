/** Makes calls one after the other in a process of its own, and reports how long each took until its last byte, in ms. */
export type Calls = { token: string; urls: readonly string[] }

const { token, urls }: Calls = JSON.parse(process.argv[2] ?? '')
const times: number[] = []
for (const url of urls) {
  const startedMs = performance.now()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  times.push(performance.now() - startedMs)
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${text.slice(0, 200)}`)
}
process.send?.(times)
process.disconnect()
