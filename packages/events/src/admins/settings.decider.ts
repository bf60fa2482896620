import type { Decider } from '../decider.ts'
import type { SettingsEvent } from './events.ts'

export type SettingsCommand = { type: 'SetMeasurementId'; measurementId: string }
export type SettingsState = { measurementId: string }

export const settingsDecider: Decider<SettingsState, SettingsCommand, SettingsEvent, never> = {
  initial: { measurementId: '' },
  decide(state, { measurementId }) {
    if (state.measurementId === measurementId) return []
    return [{ type: 'MeasurementIdChanged', data: { measurementId } }]
  },
  evolve(_state, event) {
    switch (event.type) {
      case 'MeasurementIdChanged':
        return event.data
    }
  },
}
