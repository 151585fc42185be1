import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { secondFactor } from '#contract/admin/second-factor.ts'

/** Codes of an authenticator app, and those on paper for when it is lost. */

/** What every authenticator app knows (RFC 6238); others ignore what an address says otherwise. */
const usual = { algorithm: 'SHA1', digits: secondFactor.digits, period: 30 } as const
const totp = (secret: string, o: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...usual, ...o, secret: Secret.fromBase32(secret) })

export const newSecret = (): string => new Secret({ size: 20 }).base32

/** What an app scans. */
export const addressOf = (secret: string, o: { issuer: string; label: string }): string =>
  totp(secret, o).toString()

/** The 30 seconds whose code this is, one before or after now included; undefined when it is none of theirs. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / usual.period) + delta
}

/** Eighty bits each: nobody guesses one, so a quick hash is enough. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: secondFactor.recoveryCodes }, () =>
    new Secret({ size: 10 }).base32.replace(/(.{4})(?!$)/g, '$1-'),
  )

/** As it is kept; without dashes, as it arrives. */
export const hashOfRecoveryCode = (code: string): string =>
  createHash('sha256')
    .update(`recovery ${code.replaceAll('-', '')}`)
    .digest('base64url')
