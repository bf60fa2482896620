import { brandName } from '@tba/events/brand.ts'
import { runService } from '@tba/runtime/service.ts'
import { openObjects } from '@tba/runtime/storage/open-objects.ts'
import { readEnvironment, readJobsEnvironment } from './environment.ts'
import { serveHealth } from './health/health.server.ts'
import { measured } from './health/measured.ts'
import { type Jobs, runJobs } from './jobs/run.ts'
import { run } from './run.ts'

function read() {
  const environment = readEnvironment(process.env)
  const settings = readJobsEnvironment(process.env)
  const { erasuresFile } = settings ?? {}
  // No Redis: it has no shared limits. The jobs open their own connections.
  return { name: 'projector', ...environment, redisUrl: undefined, settings, erasuresFile }
}

await runService(read, async (frame, { secrets, host, port, metricsToken, settings }) => {
  const { meters, logger } = frame
  const projector = await run({ ...frame, ...measured(meters, frame) })
  frame.defer(() => projector.stop())
  let jobs: Jobs | undefined
  if (settings) {
    const objects = await openObjects(settings.objects, logger)
    const started = runJobs({ ...frame, ...settings, secrets, objects, brand: brandName })
    frame.defer(() => started.stop())
    jobs = started
  } else logger.info({}, 'no PUBLIC_URL: this process runs no jobs')
  if (port !== null) {
    const readiness = async () => {
      const projects = await projector.readiness()
      return (await jobs?.readiness()) === 'waiting' ? 'waiting' : projects
    }
    const health = await serveHealth(readiness, { host, port }, { meters, metricsToken })
    frame.defer(() => health.close())
  }
  // Ends the process if the projector refuses to run.
  return projector
})
