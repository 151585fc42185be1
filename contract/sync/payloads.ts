import type { conversationRoutes } from '../chat/conversation.ts'
import type { BodyOf } from '../http.ts'
import type { FilledForm } from '../forms/filled.ts'
import type { ContactForm, InsuranceForm } from '../forms/contact.ts'
import type { EnquiryFormValues } from '../forms/enquiries.ts'
import type { NewsletterFormValues } from '../forms/newsletter.ts'
import type { reportRoutes } from '../forms/reports.ts'
import type { TestDriveFormValues, testDriveRoutes } from '../forms/test-drives.ts'
import type { CarStatus } from '../limits.ts'

/**
 * What a person wants, as it waits on the phone. A payload is frozen as soon as it may have left; its shape
 * has a number, and a newer app brings an older one up to date before the first attempt.
 */

/** Named values of something that can be edited. */
export type Fields = Readonly<Record<string, unknown>>

/** How a form was filled, for the server's look at spam (`contract/forms/filled.ts`). */
export interface Filling {
  filled?: FilledForm
}
/** An own ad, by the id minted on the phone; `title` is for the outbox only, in every payload about an ad. */
export interface AboutAd {
  adId: string
  title: string
}
export interface EnquirySend extends Omit<EnquiryFormValues, 'countryCode'> {
  carId: string
  /** Shown in the outbox. */
  carTitle: string
  countryCode: string
}
/** The seller's answer to a test drive, or that of the person who asked. */
export type TestDriveAnswer = Omit<BodyOf<typeof testDriveRoutes.answerTestDrive>, 'client_ref'> & {
  /** For the outbox only: what the request is about. */
  title: string
}
/** R-ENT-33 */
export type ContactSend = ContactForm & Filling
/** What a person who is not its seller says is wrong with an ad. */
export type AdReport = Omit<BodyOf<typeof reportRoutes.reportAd>, 'client_ref'> & {
  /** For the outbox only. */
  title: string
}
export interface ProfileEditPayload {
  uid: string
  /** The changed fields only. */
  patch: Fields
}
/** Whether to be notified when a car of a model is for sale; `model` is make and model. */
export interface AlertSet {
  model: string
  want: 'yes' | 'no'
}

export interface Payloads {
  'fav.set': { carId: string; want: 'yes' | 'no' }
  'alert.set': AlertSet
  /** `replaces`: one's own ad that was deleted elsewhere, in whose place this one comes. */
  'ad.create': AboutAd & { ad: Fields; imageIds: string[]; replaces?: string }
  /** The changed fields only. */
  'ad.edit': AboutAd & { patch: Fields }
  'ad.status': AboutAd & { want: CarStatus }
  'ad.delete': AboutAd
  'ad.image.delete': AboutAd & { imageUrl: string }
  'enquiry.send': EnquirySend
  /** R-ENT-30; `datetime` is ISO 8601. Without a car the operator finds it. */
  'testdrive.book': TestDriveFormValues & Filling & { car_id?: string }
  'testdrive.answer': TestDriveAnswer
  'contact.send': ContactSend
  /** R-ENT-34 */
  'insurance.send': InsuranceForm & Filling
  /** R-EXT-04 */
  'newsletter.subscribe': NewsletterFormValues & Filling
  'ad.report': AdReport
  'profile.edit': ProfileEditPayload
  'chat.send': Omit<BodyOf<typeof conversationRoutes.sendMessage>, 'client_ref'>
}
export type CommandKind = keyof Payloads
export type AnyPayload = Payloads[CommandKind]
