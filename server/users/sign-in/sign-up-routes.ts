import { accountRoutes, type SignUpForm } from '#contract/users/account.ts'
import { regionOf } from '#contract/values/region.ts'
import type { Actor, Mount } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { askEmail } from '../recovery/email-requests.ts'
import { checkDigits } from '../numbers.ts'
import { checkPlace } from '../places.ts'
import { addAccount } from '../users-store.ts'
import { hashIn } from './hash-in.ts'
import { rememberDevice } from './known-devices.ts'

async function signUp(
  deps: Deps,
  o: { sql: Sql; form: SignUpForm; actor: Actor; password_hash: string },
): Promise<void> {
  const { config } = deps
  const { sql, form, actor, password_hash } = o
  const now = deps.now()
  const id = deps.newId()
  const { fullname, email, province, city, gsm } = form
  const country_code = regionOf[config.market].prefix.register
  const account = { id, fullname, email, province, city, gsm, country_code, password_hash, created_at: now }
  const added = await addAccount(sql, account)
  if (added) await rememberDevice(sql, { secret: config.authSecret, user: id, device: actor.device, now })
  await askEmail(sql, deps, { kind: added ? 'verify' : 'taken', email })
}

const success = true as const

export function mountSignUp(mount: Mount, deps: Deps): void {
  mount(
    accountRoutes.signUp,
    async ({ body, actor, sql }, password_hash: string) => {
      checkDigits('gsm', body.gsm, deps.config.market)
      await checkPlace(sql, body)
      await signUp(deps, { sql, form: body, actor, password_hash })
      return {
        success,
        msg: 'Thank you for signing up. We have sent you a letter: please open the link in it to confirm your e-mail address.',
      }
    },
    { prepare: (sent) => hashIn(sent, 'password') },
  )
}
