const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** As long as a glance takes: the two greatest units are enough. */
export function duration(seconds: number): string {
  const whole = Math.floor(seconds)
  if (whole < minute) return `${whole} s`
  if (whole < hour) return both(whole, [minute, 'min'], [1, 's'])
  if (whole < day) return both(whole, [hour, 'h'], [minute, 'min'])
  return both(whole, [day, 'g'], [hour, 'h'])
}

type Unit = readonly [seconds: number, name: string]

function both(seconds: number, [large, name]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((seconds % large) / small)
  return `${Math.floor(seconds / large)} ${name}${rest === 0 ? '' : ` ${rest} ${smallName}`}`
}
