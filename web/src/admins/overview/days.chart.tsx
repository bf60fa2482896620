import type { OverviewView } from '@tba/events/overview/views.ts'
import { count } from '../../components/format.ts'
import { DayChart } from '../parts/charts/day.chart.tsx'

type Props = { days: OverviewView['perDay']; today: string }

export default function DaysChart({ days, today }: Props) {
  return (
    <DayChart
      points={days}
      dayOf={({ day }) => day}
      curves={[{ name: 'Visite', amount: ({ visits }) => visits }]}
      firstOpen={days.findIndex(({ day }) => day === today)}
      describe={({ visits, pageViews }) => [
        ['Visite', count(visits)],
        ['Pagine viste', count(pageViews)],
      ]}
      height={200}
      yAxis={{ tickFormatter: count, allowDecimals: false }}
      accessibilityLayer={false}
    />
  )
}
