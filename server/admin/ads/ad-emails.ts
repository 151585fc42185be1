import type { CarStatus } from '#contract/limits.ts'
import type { RunAd } from '../../cars/ads/hidden-ads.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { type EmailBody, layOut, queueEmail } from '../../kernel/mail/outbox.ts'
import { operatorAddress, siteIn } from '../../reference/reference-store.ts'

/** What an owner is sent about their ad. One e-mail for each version that an action made, no matter who asks twice. */
async function notifyOwner(
  sql: Sql,
  deps: Deps,
  ad: RunAd,
  emailOf: (o: { site: string; myAds: string }) => EmailBody,
): Promise<void> {
  const { name } = await siteIn(sql, deps.config)
  const myAds = new URL('/profile?tab=my-ads', deps.config.publicUrl).href
  await queueEmail(sql, deps, {
    ...emailOf({ site: name, myAds }),
    dedup_key: `ad.${ad.id}.${ad.version + 1}`,
    recipient: ad.email,
    reply_to: await operatorAddress(sql),
  })
}

export const notifyHidden = (sql: Sql, deps: Deps, ad: RunAd, reason: string): Promise<void> =>
  notifyOwner(sql, deps, ad, ({ site, myAds }) =>
    layOut({
      subject: `Your ad is hidden: ${ad.title}`,
      lines: [`${site} has hidden your ad "${ad.title}". Nobody but you can see it.`],
      quote: `Reason: ${reason}`,
      link: { url: myAds, words: 'My Ads' },
      notes: ['You can edit the ad. If you want us to look at it again, answer this e-mail.'],
    }),
  )

export const notifyRestored = (sql: Sql, deps: Deps, ad: RunAd, status: CarStatus): Promise<void> =>
  notifyOwner(sql, deps, ad, ({ site, myAds }) =>
    layOut({
      subject: `Your ad is back: ${ad.title}`,
      lines: [
        `${site} no longer hides your ad "${ad.title}".`,
        status === 'inactive' && ad.status_before === 'active'
          ? 'Your plan has no room for another active ad, so it is inactive for now.'
          : 'It is as it was before.',
      ],
      link: { url: myAds, words: 'My Ads' },
    }),
  )

/** To the operator: people have hidden an ad that nobody has looked at. */
export async function notifyOperator(sql: Sql, deps: Deps, ad: RunAd): Promise<void> {
  const mail = layOut({
    subject: `Please look: an ad was hidden by reports`,
    lines: [`Several people reported "${ad.title}" as fraud. It is hidden until somebody has looked at it.`],
    link: { url: new URL('/admin/reports', deps.config.publicUrl).href, words: 'See the reports' },
  })
  await queueEmail(sql, deps, {
    ...mail,
    dedup_key: `ad.${ad.id}.${ad.version + 1}.operator`,
    recipient: await operatorAddress(sql),
  })
}
