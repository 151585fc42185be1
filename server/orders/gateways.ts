import type { Config } from '../kernel/config.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Gateway } from './gateway.ts'
import { gatewaysBySettings } from './payments/gateways-by-settings.ts'

const known = new WeakMap<Config, readonly Gateway[]>()

/** The ways to be paid that this server has. */
export function gatewaysOf({ config }: Pick<Deps, 'config'>): readonly Gateway[] {
  const made = known.get(config) ?? gatewaysBySettings(config)
  known.set(config, made)
  return made
}

/** Hands a server other ones than its settings say; tests do. */
export function handGateways({ config }: Pick<Deps, 'config'>, gateways: readonly Gateway[]): void {
  known.set(config, gateways)
}
