import { adminSessionDecider } from '@tba/events/admins/admin-session.decider.ts'
import { settingsDecider } from '@tba/events/admins/settings.decider.ts'
import { streams } from '@tba/events/streams.ts'
import { recordExport } from '@tba/query-api/admins/record-export.ts'
import { adminAbsoluteSeconds } from '@tba/runtime/http/admin-session.ts'
import type { AdminStep, AdminVisit } from './administrators.ts'
import { mustHandle } from './scene.ts'
import { contextOf, type Stage } from './stage.ts'

export async function actAdmin(stage: Stage, adminId: string, { steps }: AdminVisit): Promise<void> {
  for (const step of steps) {
    stage.clock.atMs = step.atMs
    await actStep(stage, adminId, step)
  }
}

async function actStep({ log, clock }: Stage, adminId: string, step: AdminStep): Promise<unknown> {
  const context = contextOf(null, false)
  const sessionOf = (sessionId: string) => {
    return { log, decider: adminSessionDecider, stream: streams.adminSession(sessionId), context }
  }
  switch (step.does) {
    case 'sign-in': {
      const expiresAt = new Date(clock.atMs + adminAbsoluteSeconds * 1000).toISOString()
      return mustHandle(sessionOf(step.sessionId), { type: 'SignInAdmin', adminId, expiresAt })
    }
    case 'sign-out':
      return mustHandle(sessionOf(step.sessionId), { type: 'SignOutAdmin' })
    case 'set-measurement-id': {
      const settings = { log, decider: settingsDecider, stream: streams.settings('analytics'), context }
      const { measurementId } = step
      return mustHandle(settings, { type: 'SetMeasurementId', measurementId })
    }
    case 'export': {
      const exporter = { adminId, sid: step.sessionId, ticketId: null }
      return recordExport(log, { type: step.exported, end: '', exporter, context })
    }
  }
}
