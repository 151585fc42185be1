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

export interface FavSet {
  carId: string
  want: 'yes' | 'no'
}
/** `title` is for the outbox only, in every payload about an ad. */
export interface AdCreate {
  /** Minted on the phone. */
  adId: string
  title: string
  ad: Fields
  imageIds: string[]
  /** One's own ad that was deleted elsewhere, in whose place this one comes. */
  replaces?: string
}
export interface AdEditPayload {
  adId: string
  title: string
  /** The changed fields only. */
  patch: Fields
}
export interface AdStatus {
  adId: string
  title: string
  want: CarStatus
}
export interface AdDelete {
  adId: string
  title: string
}
export interface AdImageDelete {
  adId: string
  title: string
  imageUrl: string
}
export interface EnquirySend extends Omit<EnquiryFormValues, 'countryCode'> {
  carId: string
  /** Shown in the outbox. */
  carTitle: string
  countryCode: string
}
/** R-ENT-30; `datetime` is ISO 8601. */
export interface TestDriveBook extends TestDriveFormValues {
  /** The car it is about; without one the operator finds it. */
  car_id?: string
  /** How the form was filled, for the server's look at spam (`contract/forms/filled.ts`). */
  filled?: FilledForm
}
/** The seller's answer to a test drive, or that of the person who asked. */
export type TestDriveAnswer = Omit<BodyOf<typeof testDriveRoutes.answerTestDrive>, 'client_ref'> & {
  /** For the outbox only: what the request is about. */
  title: string
}
/** R-ENT-33 */
export interface ContactSend extends ContactForm {
  filled?: FilledForm
}
/** R-ENT-34 */
export interface InsuranceSend extends InsuranceForm {
  filled?: FilledForm
}
/** R-EXT-04 */
export interface NewsletterSubscribe extends NewsletterFormValues {
  filled?: FilledForm
}
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
export type ChatSend = Omit<BodyOf<typeof conversationRoutes.sendMessage>, 'client_ref'>

/** Whether to be notified when a car of a model is for sale; `model` is make and model. */
export interface AlertSet {
  model: string
  want: 'yes' | 'no'
}

export interface Payloads {
  'fav.set': FavSet
  'alert.set': AlertSet
  'ad.create': AdCreate
  'ad.edit': AdEditPayload
  'ad.status': AdStatus
  'ad.delete': AdDelete
  'ad.image.delete': AdImageDelete
  'enquiry.send': EnquirySend
  'testdrive.book': TestDriveBook
  'testdrive.answer': TestDriveAnswer
  'contact.send': ContactSend
  'insurance.send': InsuranceSend
  'newsletter.subscribe': NewsletterSubscribe
  'ad.report': AdReport
  'profile.edit': ProfileEditPayload
  'chat.send': ChatSend
}
export type CommandKind = keyof Payloads
export type AnyPayload = Payloads[CommandKind]
