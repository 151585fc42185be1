import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { mountReports } from './reports/take-report.ts'

/** Calls of the operator's own people (R-ROLE-20), and what people report to them. Each deed writes the audit log. */
export function mountAdmin(mount: Mount, deps: Deps): void {
  mountReports(mount, deps)
}
