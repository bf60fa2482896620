import { eventStoreContract } from '../testing/contract/contract.ts'
import { postgresHarness } from './testing/harness.ts'

eventStoreContract('the event store in PostgreSQL', postgresHarness)
