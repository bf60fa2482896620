import type { Activity } from '@tba/events/accounts/activity.ts'
import { eventWords } from '@tba/events/event-words.ts'
import { useSWRConfig } from 'swr'
import { dateAndTime } from '../components/format.ts'
import { FirstRows, PanelData } from '../components/panel.tsx'
import { useCustomerData } from './current-user.ts'

const maxShown = 6

type ActivityLine = Activity[number] & { times: number }

/** Merges equal neighbours into one line with their number: one press may record an event several times. */
function mergeRepeats(activity: Activity): ActivityLine[] {
  const lines = new Map<string, ActivityLine>()
  for (const { type, at } of activity) {
    const key = `${type} ${at}`
    lines.set(key, { type, at, times: (lines.get(key)?.times ?? 0) + 1 })
  }
  return [...lines.values()]
}

const Timeline = ({ lines }: { lines: ActivityLine[] }) => (
  <ol className="timeline">
    {lines.map(({ type, at, times }) => (
      <li key={`${type} ${at}`}>
        <span>
          {/* A tab of an older build may not know the type. */}
          {`${eventWords[type]?.done ?? "Hai usato l'area privata"}${times > 1 ? ` (${times})` : ''}`}
        </span>
        <time dateTime={at}>{dateAndTime(new Date(at))}</time>
      </li>
    ))}
  </ol>
)

/** What the customer did, by their own events, newest first. */
export function ActivityPanel() {
  const activity = useActivity()
  return (
    <section className="panel activity" aria-labelledby="activity-title">
      <h2 id="activity-title">Le tue attività</h2>
      <PanelData answer={activity} empty="Ancora nessuna attività." lines={10}>
        {list => (
          <FirstRows rows={mergeRepeats(list)} shown={maxShown} more="Mostra tutte">
            {rows => <Timeline lines={rows} />}
          </FirstRows>
        )}
      </PanelData>
    </section>
  )
}

const key = '/api/user/activity'

/** The customer’s activity, newest first. Read each time the screen opens, because other screens add to it. */
const useActivity = () => useCustomerData<Activity>(key, { revalidateOnMount: true })

/** Reads the activity again. Call it after a successful command. */
export function useActivityChanged() {
  const { mutate } = useSWRConfig()
  return () => {
    mutate(key)
  }
}
