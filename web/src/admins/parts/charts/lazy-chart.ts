import { lazy } from 'react'
import type { DayChart as Chart } from './day.chart.tsx'

/** Recharts loads with the first chart. `lazy` forgets that the component is generic. */
export const DayChart = lazy(async () => ({
  default: (await import('./day.chart.tsx')).DayChart,
})) as typeof Chart
