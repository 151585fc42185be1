import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'

/** Calls of the operator's own people (R-ROLE-20). Each of them writes the audit log. */
export function mountAdmin(_mount: Mount, _deps: Deps): void {}
