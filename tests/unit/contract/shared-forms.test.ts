import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { adRoutes, typedAd } from '#contract/ads.ts'
import { conversationRoutes } from '#contract/chat/conversation.ts'
import { messageFault } from '#contract/chat/message-rules.ts'
import { fieldErrors } from '#contract/errors.ts'
import { contactForm, contactRoutes, insuranceForm } from '#contract/forms/contact.ts'
import { enquiryForm, enquiryRoutes } from '#contract/forms/enquiries.ts'
import { newsletterForm, newsletterRoutes } from '#contract/forms/newsletter.ts'
import { reportForm, reportRoutes } from '#contract/forms/reports.ts'
import { testDriveForm, testDriveRoutes } from '#contract/forms/test-drives.ts'
import {
  accountRoutes,
  addressForm,
  emailForm,
  deleteAccountForm,
  passwordForm,
  resetForm,
  signUpForm,
} from '#contract/users/account.ts'
import { profileEdit, profileRoutes } from '#contract/users/profile.ts'

/** Every form of the app, with the body schema of its call. */
const forms: [string, z.ZodMiniType, z.ZodMiniType | undefined][] = [
  ['contact a seller', enquiryForm, enquiryRoutes.sendCarEnquiryMail.body],
  ['contact us', contactForm, contactRoutes.saveContactUsEmail.body],
  ['insurance', insuranceForm, contactRoutes.insuranceInquiry.body],
  ['test drive', testDriveForm, testDriveRoutes.bookTestDrive.body],
  ['newsletter', newsletterForm, newsletterRoutes.subscribeNewsletter.body],
  ['report an ad', reportForm, reportRoutes.reportAd.body],
  ['register', signUpForm, accountRoutes.signUp.body],
  ['forgot password', addressForm, accountRoutes.forgotPassword.body],
  ['reset password', resetForm, accountRoutes.resetUserPassword.body],
  ['change password', passwordForm, accountRoutes.changePassword.body],
  ['change e-mail', emailForm, accountRoutes.changeEmail.body],
  ['delete account', deleteAccountForm, accountRoutes.deleteAccount.body],
  ['sell a car', typedAd, adRoutes.addCar.body],
  ['edit profile', profileEdit, profileRoutes.updateUserDetails.body],
]

/** Inputs that all or some forms refuse. */
const typed = [
  '',
  '   ',
  'x',
  'nobody@',
  '-5',
  'a@b.example',
  '<b>x</b>',
  'x'.repeat(50_000),
  '0',
  '2019-99-99',
  null,
  5,
  [],
]
const fieldsOf = (form: z.ZodMiniType) => Object.keys((form as unknown as { shape: object }).shape)
/** Returns the error of one field as a sentence. */
const said = (schema: z.ZodMiniType, field: string, value: unknown) =>
  fieldErrors(schema.safeParse({ [field]: value }).error?.issues ?? [])[field]

test.each(forms)(
  'The form "%s" is refused with the same message by phone and server [R-PWA-14]',
  (_name, form, body) => {
    if (!body) throw new Error('The call takes no body.')
    let refused = 0
    for (const field of fieldsOf(form))
      for (const value of typed) {
        const words = said(form, field, value)
        expect([field, value, said(body, field, value)]).toEqual([field, value, words])
        if (words !== undefined) refused++
      }
    expect(refused).toBeGreaterThan(0)
  },
)

test('The phone and the server refuse a chat message in the same words [R-PWA-14 R-VAL-68]', () => {
  const { body } = conversationRoutes.sendMessage
  const said = (message: string) => {
    const sent = { receiver: 'ben', message, timestamp: 1, client_ref: 'one' }
    return fieldErrors(body?.safeParse(sent).error?.issues ?? [])['message']
  }
  for (const text of ['', '  ', 'zero \0 sign', 'half \ud83d sign', 'x'.repeat(4001), '€'.repeat(1334)]) {
    expect(messageFault(text.trim())).toBeDefined()
    expect(said(text)).toBe(messageFault(text.trim()))
  }
  expect(said(' Is it still there? ')).toBeUndefined()
})
