import { forgetAlerts } from '../cars/alerts/alerts-store.ts'
import { forgetReplies } from '../cars/ads/ads-store.ts'
import { forgetGoneDrafts } from '../cars/drafts/drafts-store.ts'
import { forgetOldWrites } from '../cars/favourites/favourites-store.ts'
import { forgetOldChanges } from '../cars/feed/feed.ts'
import { forgetPersonReports } from '../chat/people/person-reports-store.ts'
import { forgetDeliveries } from '../chat/firestore/deliveries.ts'
import { forgetUndeliveredInFirestore } from '../chat/firestore/unread-rounds.ts'
import { forgetUndelivered } from '../chat/retention/forget-undelivered.ts'
import { forgetDriveLinks } from '../enquiries/drives/drives-links.ts'
import { forgetUnconfirmed } from '../enquiries/newsletter/newsletter-store.ts'
import type { Deps } from '../kernel/deps.ts'
import { forgetOldKeys } from '../kernel/idempotency.ts'
import { forgetEmails } from '../kernel/mail/mailer.ts'
import { forgetAccountTraces } from '../users/forget-account-traces.ts'

/**
 * Forgets what is past its life: keys of writes, taken-back keys, numbers of lost devices, cars that left, e-mails that
 * were carried away, words of deleted ads, drafts that are gone, sessions and links that are over, newsletters that
 * nobody confirmed, messages that nobody read, reports about people that were handled, alerts that are over. Each is tried, whatever became of the others; throws the first failure in the end.
 */
export async function forgetOld(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<void> {
  const { db, now } = deps
  const each: (() => Promise<unknown>)[] = [
    () => forgetOldKeys(db, now()),
    () => forgetOldWrites(db, now()),
    () => forgetOldChanges(db, now()),
    () => forgetEmails(deps),
    () => forgetReplies(db, now()),
    () => forgetAccountTraces(deps),
    () => forgetGoneDrafts(db, now()),
    () => forgetUnconfirmed(db, now()),
    () => forgetDriveLinks(db, now()),
    () => forgetUndelivered(deps),
    () => forgetUndeliveredInFirestore(deps),
    () => forgetDeliveries(deps),
    () => forgetPersonReports(db, now()),
    () => forgetAlerts(db, now()),
  ]
  const failures: unknown[] = []
  for (const forget of each) await forget().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
