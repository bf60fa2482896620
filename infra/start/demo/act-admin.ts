import { recordExport } from '@tba/query-api/admins/record-export.ts'
import { adminAbsoluteSeconds } from '@tba/runtime/http/admin-session.ts'
import type { AdminStep, AdminVisit } from './administrators.ts'
import { mustExecute } from './scene.ts'
import { contextOf, type Stage } from './stage.ts'

export async function actAdmin(stage: Stage, adminId: string, { steps }: AdminVisit): Promise<void> {
  for (const step of steps) {
    stage.clock.atMs = step.atMs
    await actStep(stage, adminId, step)
  }
}

async function actStep({ log, clock }: Stage, adminId: string, step: AdminStep): Promise<unknown> {
  const context = contextOf(null, false)
  const executing = { log, context }
  switch (step.does) {
    case 'sign-in': {
      const expiresAt = new Date(clock.atMs + adminAbsoluteSeconds * 1000).toISOString()
      return mustExecute(executing, step.sessionId, { type: 'SignInAdmin', adminId, expiresAt })
    }
    case 'sign-out':
      return mustExecute(executing, step.sessionId, { type: 'SignOutAdmin' })
    case 'set-measurement-id': {
      const { measurementId } = step
      return mustExecute(executing, 'analytics', { type: 'SetMeasurementId', measurementId })
    }
    case 'export': {
      const exporter = { adminId, sid: step.sessionId, ticketId: null }
      return recordExport(log, { type: step.exported, end: '', exporter, context })
    }
  }
}
