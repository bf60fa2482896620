import { eventStoreContract } from '../contract.ts'
import { postgresHarness } from './testing/harness.ts'

eventStoreContract('the event store in PostgreSQL', postgresHarness)
