import type { Decider } from '../decider.ts'
import type { SettingsEvent } from './events.ts'

export type SettingsCommand =
  | { type: 'SetMeasurementId'; measurementId: string }
  | { type: 'KeepRequests'; keepMonths: number }
export type SettingsState = { measurementId: string; keepMonths: number }

export const settingsDecider: Decider<SettingsState, SettingsCommand, SettingsEvent, never> = {
  initial: { measurementId: '', keepMonths: 0 },
  decide(state, command) {
    switch (command.type) {
      case 'SetMeasurementId':
        if (state.measurementId === command.measurementId) return []
        return [{ type: 'MeasurementIdChanged', data: { measurementId: command.measurementId } }]
      case 'KeepRequests':
        if (state.keepMonths === command.keepMonths) return []
        return [{ type: 'RequestsKeptChanged', data: { keepMonths: command.keepMonths } }]
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'MeasurementIdChanged':
      case 'RequestsKeptChanged':
        return { ...state, ...event.data }
    }
  },
}
