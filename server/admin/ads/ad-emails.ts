import type { CarStatus } from '#contract/limits.ts'
import type { RunAd } from '../../cars/ads/hidden-ads.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { type EmailWords, writeEmail } from '../../kernel/mail/outbox.ts'
import { operatorAddress, siteIn } from '../../reference/reference-store.ts'

/** Queues an e-mail to the owner of an ad: one e-mail for each version that an action makes, even if the action is repeated. */
async function notifyOwner(
  sql: Sql,
  deps: Deps,
  ad: RunAd,
  write: (site: string) => EmailWords,
): Promise<void> {
  const { name } = await siteIn(sql, deps.config)
  await writeEmail(sql, deps, write(name), {
    dedup_key: `ad.${ad.id}.${ad.version + 1}`,
    recipient: ad.email,
    reply_to: await operatorAddress(sql),
  })
}

const toMyAds = { url: '/profile?tab=my-ads', words: 'My Ads' }

export const notifyHidden = (sql: Sql, deps: Deps, ad: RunAd, reason: string): Promise<void> =>
  notifyOwner(sql, deps, ad, (site) => ({
    subject: `Your ad is hidden: ${ad.title}`,
    lines: [`${site} has hidden your ad "${ad.title}". Nobody but you can see it.`],
    quote: `Reason: ${reason}`,
    link: toMyAds,
    notes: ['You can edit the ad. If you want us to look at it again, answer this e-mail.'],
  }))

export const notifyRestored = (sql: Sql, deps: Deps, ad: RunAd, status: CarStatus): Promise<void> =>
  notifyOwner(sql, deps, ad, (site) => ({
    subject: `Your ad is back: ${ad.title}`,
    lines: [
      `${site} no longer hides your ad "${ad.title}".`,
      status === 'inactive' && ad.status_before === 'active'
        ? 'Your plan has no room for another active ad, so it is inactive for now.'
        : 'It is as it was before.',
    ],
    link: toMyAds,
  }))

/** Queues an e-mail to the operator about an ad that reports have hidden and no operator has checked. */
export async function notifyOperator(sql: Sql, deps: Deps, ad: RunAd): Promise<void> {
  const words = {
    subject: 'Please look: an ad was hidden by reports',
    lines: [`Several people reported "${ad.title}" as fraud. It is hidden until somebody has looked at it.`],
    link: { url: '/admin/reports', words: 'See the reports' },
  }
  await writeEmail(sql, deps, words, {
    dedup_key: `ad.${ad.id}.${ad.version + 1}.operator`,
    recipient: await operatorAddress(sql),
  })
}
