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
 * Payloads of writes that wait on the phone. A payload is frozen as soon as it may have been sent. Its shape has a version
 * number; a newer app upgrades an older payload before the first attempt.
 */

/** Named values of an editable item. */
export type Fields = Readonly<Record<string, unknown>>

/** How a form was filled, for the server's spam check (`contract/forms/filled.ts`). */
export interface Filling {
  filled?: FilledForm
}
/** An own ad, by the id minted on the phone; `title` is used only by the outbox, in every payload about an ad. */
export interface AboutAd {
  adId: string
  title: string
}
export interface EnquirySend extends Omit<EnquiryFormValues, 'countryCode'> {
  carId: string
  /** Title for the outbox. */
  carTitle: string
  countryCode: string
}
/** Answer to a test drive, by the seller or by the person who asked. */
export type TestDriveAnswer = Omit<BodyOf<typeof testDriveRoutes.answerTestDrive>, 'client_ref'> & {
  /** Title for the outbox only. */
  title: string
}
/** R-ENT-33 */
export type ContactSend = ContactForm & Filling
/** A report of an ad by a person who is not its seller. */
export type AdReport = Omit<BodyOf<typeof reportRoutes.reportAd>, 'client_ref'> & {
  /** Title for the outbox only. */
  title: string
}
export interface ProfileEditPayload {
  uid: string
  /** The changed fields only. */
  patch: Fields
}
/** Switches the alert for a model on or off; `model` is make and model. */
export interface AlertSet {
  model: string
  want: 'yes' | 'no'
}

export interface Payloads {
  'fav.set': { carId: string; want: 'yes' | 'no' }
  'alert.set': AlertSet
  /** `replaces`: id of one's own ad that was deleted on another device and that this ad replaces. */
  'ad.create': AboutAd & { ad: Fields; imageIds: string[]; replaces?: string }
  /** The changed fields only. */
  'ad.edit': AboutAd & { patch: Fields }
  'ad.status': AboutAd & { want: CarStatus }
  'ad.delete': AboutAd
  'ad.image.delete': AboutAd & { imageUrl: string }
  'enquiry.send': EnquirySend
  /** R-ENT-30; `datetime` is ISO 8601. Without `car_id` the operator finds the car. */
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
