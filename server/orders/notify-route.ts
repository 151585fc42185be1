import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { basePath } from '#contract/http.ts'
import type { Deps } from '../kernel/deps.ts'
import { limitOf } from '../kernel/http/limits.ts'
import { OutsideFailure } from '../integrations/bounded-fetch.ts'
import { checkNotice, type NoticeCheck, type NoticeRefusal } from '../integrations/payfast/check-notice.ts'
import { NoticeSources } from '../integrations/payfast/notice-sources.ts'
import { payfastOf } from '../integrations/payfast/payfast.ts'
import type { PayfastNotice } from '../integrations/payfast/signature.ts'
import { noteNotice } from './notices.ts'
import { settlePayment } from './settle.ts'
import { notifyPath } from './gateways.ts'

/** Bytes; a real one has about one thousand. */
const mostBytes = 16 * 1024
/** What the notice says of itself, for a person who looks for lost money: nothing of it is believed. */
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

class NoticeReceiver {
  private readonly deps: Deps
  private readonly check: NoticeCheck
  constructor(deps: Deps, check: NoticeCheck) {
    this.deps = deps
    this.check = check
  }

  /** Returns once the notice needs not come again; throws `unavailable` where it has to. */
  async take(raw: string, { ip, log }: FastifyRequest): Promise<void> {
    try {
      const checked = await checkNotice(raw, ip, this.check)
      if ('refused' in checked) return await this.refuse(checked, { ip, log })
      const verdict = await this.deps.db.tx((sql) => settlePayment(sql, this.deps, checked.news))
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

  private async refuse(
    { refused, notice }: { refused: NoticeRefusal; notice: PayfastNotice },
    { ip, log }: Pick<FastifyRequest, 'ip' | 'log'>,
  ): Promise<void> {
    const claimed = claimedBy(notice, refused)
    log.warn({ notice: claimed, ip }, 'a notice of a payment was refused')
    await this.deps.db.tx((sql) => noteNotice(sql, this.deps, claimed))
    // Only PayFast knows the passphrase: a setting of ours is wrong, and the notice counts once it is mended.
    if (refused === 'bad_source' && this.check.merchant.passphrase !== undefined)
      throw new AppError('unavailable', { retryAfter: 600 })
  }
}

/** Where PayFast reports what became of a payment (R-API-49); `validateAt` names where PayFast is asked from here. */
export function mountNotices(app: FastifyInstance, deps: Deps, validateAt: (url: string) => string): void {
  const payfast = payfastOf(deps.config)
  if (!payfast) return
  const receiver = new NoticeReceiver(deps, {
    merchant: payfast.merchant,
    sources: new NoticeSources(payfast.sources, deps.now),
    validate: () => new URL(`${validateAt(payfast.url)}/eng/query/validate`),
  })
  void app.register((scope, _, done) => {
    // The bytes as they came: they are what is signed. One character a byte.
    const type = 'application/x-www-form-urlencoded'
    scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, ready) => {
      ready(null, body.toString('latin1'))
    })
    const rateLimit = limitOf({ id: 'R-API-49', write: true, auth: 'none' }, deps)
    scope.post<{ Body: unknown }>(
      basePath + notifyPath,
      { config: { rateLimit } },
      async (request, reply) => {
        if (typeof request.body !== 'string') throw new AppError('unsupported_media_type')
        await receiver.take(request.body, request)
        return reply.header('cache-control', 'no-store').code(200).send()
      },
    )
    done()
  })
}
