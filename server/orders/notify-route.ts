import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { basePath } from '#contract/http.ts'
import type { Deps } from '../kernel/deps.ts'
import { limitOf } from '../kernel/http/limits.ts'
import { OutsideFailure } from '../integrations/bounded-fetch.ts'
import {
  checkNotice,
  type NoticeCheck,
  type NoticeRefusal,
  NoticeSources,
} from '../integrations/payfast/check-notice.ts'
import { payfastOf } from '../integrations/payfast/payfast.ts'
import type { PayfastNotice } from '../integrations/payfast/signature.ts'
import { noteNotice } from './notices.ts'
import { settlePayment } from './settle.ts'
import { notifyPath } from './gateways.ts'

/** Most bytes of a notice; a real one has about 1,000. */
const mostBytes = 16 * 1024
/** Returns the unverified fields of a refused notice, for an operator who searches for lost money. */
function claimedBy({ fields }: PayfastNotice, verdict: NoticeRefusal) {
  const of = (name: string) => (fields.get(name) ?? '').slice(0, 100)
  const gross = of('amount_gross')
  return {
    paymentId: of('m_payment_id'),
    payment: of('pf_payment_id'),
    status: of('payment_status'),
    amount: /^\d{1,9}(\.\d{1,2})?$/.test(gross) ? Number(gross) : undefined,
    verdict,
  }
}

/** Handles a notice. Returns when PayFast need not repeat the notice; throws `unavailable` when PayFast must repeat it. */
async function takeNotice(
  deps: Deps,
  check: NoticeCheck,
  raw: string,
  request: FastifyRequest,
): Promise<void> {
  const { ip, log } = request
  try {
    const checked = await checkNotice(raw, ip, check)
    if ('refused' in checked) {
      const claimed = claimedBy(checked.notice, checked.refused)
      log.warn({ notice: claimed, ip }, 'a notice of a payment was refused')
      await deps.db.tx((sql) => noteNotice(sql, deps, claimed))
      // The signature is right, and only PayFast knows the passphrase: our list of PayFast's addresses is wrong. The notice
      // must come again after the list is corrected.
      if (checked.refused === 'bad_source' && check.merchant.passphrase !== undefined)
        throw new AppError('unavailable', { retryAfter: 600 })
      return
    }
    const verdict = await deps.db.tx((sql) => settlePayment(sql, deps, checked.news))
    const { paymentId, payment, status } = checked.news
    const entry = { notice: { payment, paymentId, status, verdict } }
    if (verdict === 'paid' || verdict === 'repeated') log.info(entry, 'a payment was reported')
    else log.warn(entry, 'a payment was reported that pays nothing')
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error
    log.error({ reason: error.message }, 'a payment could not be confirmed; it will be reported again')
    throw new AppError('unavailable', { retryAfter: 60 })
  }
}

/** Parses a form as its bytes, one character a byte, because the signature covers the bytes. */
export function takeForms(scope: FastifyInstance, o: { bodyLimit?: number } = {}): void {
  const type = 'application/x-www-form-urlencoded'
  scope.addContentTypeParser<Buffer>(type, { parseAs: 'buffer', ...o }, (_request, body, ready) => {
    ready(null, body.toString('latin1'))
  })
}

/**
 * Mounts the call that takes PayFast's payment notices (R-API-49). `validateAt` returns the base URL at which this server
 * reaches PayFast.
 */
export function mountNotices(app: FastifyInstance, deps: Deps, validateAt: (url: string) => string): void {
  const payfast = payfastOf(deps.config)
  if (!payfast) return
  const check = {
    merchant: payfast.merchant,
    sources: new NoticeSources(payfast.sources, deps.now),
    validate: () => new URL(`${validateAt(payfast.url)}/eng/query/validate`),
  }
  void app.register((scope, _, done) => {
    takeForms(scope, { bodyLimit: mostBytes })
    const rateLimit = limitOf({ id: 'R-API-49', write: true, auth: 'none' }, deps)
    scope.post<{ Body: unknown }>(
      basePath + notifyPath,
      { config: { rateLimit } },
      async (request, reply) => {
        if (typeof request.body !== 'string') throw new AppError('unsupported_media_type')
        await takeNotice(deps, check, request.body, request)
        return reply.header('cache-control', 'no-store').code(200).send()
      },
    )
    done()
  })
}
