import { lazyPart } from '../../../components/on-demand.ts'
import type { DayChart as Chart } from './day.chart.tsx'

/** Recharts loads with the first chart. `lazyPart` forgets that the component is generic. */
export const DayChart = lazyPart(async () => ({
  default: (await import('./day.chart.tsx')).DayChart,
})) as typeof Chart
