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
      case 'SetMeasurementId': {
        const { measurementId } = command
        if (state.measurementId === measurementId) return []
        return [{ type: 'MeasurementIdChanged', data: { measurementId } }]
      }
      case 'KeepRequests': {
        const { keepMonths } = command
        return state.keepMonths === keepMonths ? [] : [{ type: 'RequestsKeptChanged', data: { keepMonths } }]
      }
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
