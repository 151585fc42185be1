import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { commands, type CommandKind, type Payloads } from '#contract/commands.ts'
import { enquiryBody } from '#contract/forms/enquiries.ts'
import { routes } from '#contract/index.ts'
import { adForm, contactForm, testDriveForm } from '../../support/writes.ts'

const adId = '0190a0b0-0000-7000-8000-000000000001'
const about = { adId, title: 'A car' }
const samples: Payloads = {
  'fav.set': { carId: 'car-1', want: 'yes' },
  'ad.create': { ...about, ad: adForm, imageIds: ['img_0123456789abcdef0123456789abcdef'] },
  'ad.edit': { ...about, patch: { price: 1, carfeatures: ['Sunroof'], images: ['/media/a/1280.webp'] } },
  'ad.status': { ...about, want: 'sold' },
  'ad.delete': about,
  'ad.image.delete': { ...about, imageUrl: '/media/a/1280.webp' },
  'enquiry.send': {
    carId: 'car-1',
    carTitle: 'A car',
    name: 'Thandi Nkosi',
    email: 'thandi@example.org',
    countryCode: '+27',
    gsm: '82 123-4567',
    message: 'Is it still there?',
  },
  'testdrive.book': testDriveForm,
  'testdrive.answer': {
    test_drive_id: 'drive-1',
    answer: 'propose',
    datetime: '2026-03-05T10:00:00.000Z',
    note: 'After work?',
    title: 'A car',
  },
  'contact.send': contactForm,
  'insurance.send': { phone: '0821234567' },
  'newsletter.subscribe': { EMAIL: 'thandi@example.org' },
  'ad.report': { car_id: 'car-1', reason: 'fraud', words: 'Asks for a deposit', title: 'A car' },
  'alert.set': { model: 'Toyota Venza', want: 'yes' },
  'profile.edit': { uid: 'user-1', patch: { fullname: 'Thandi', businessAddress: '1 Main Road' } },
  'chat.send': { receiver: 'b', message: 'Hello', timestamp: 1 },
}
const context = { itemId: 'item-1', seq: 3, baseVersion: 7 }
const kinds = Object.keys(commands) as CommandKind[]
const pathOf = <K extends CommandKind>(kind: K) => {
  const { path } = commands[kind]
  return typeof path === 'string' ? path : path(samples[kind])
}
/** Whether a route matches a method and a path with filled-in parameters. */
const isFor = (route: { method: string; path: string }, method: string, path: string) =>
  route.method === method && new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
const mounted = (kind: CommandKind) =>
  Object.values(routes).find((r) => isFor(r, commands[kind].method, pathOf(kind)))
const bodyOf = <K extends CommandKind>(kind: K) => commands[kind].body(samples[kind], context)

test('Every kind that may wait has a call that is mounted [R-PWA-27]', () => {
  expect(kinds.filter((kind) => !mounted(kind))).toEqual([])
})

test.each(kinds)(
  'A queued %s becomes a call that the server accepts without losing data [R-PWA-27]',
  (kind) => {
    const route = mounted(kind)
    expect(route?.write).toBe(true)
    const authority = { user: 'required', optional: 'optional', none: 'none' }[commands[kind].auth]
    expect(route?.auth).toBe(authority)
    const body = bodyOf(kind)
    // A call without a body schema accepts any body.
    const read = (route?.body ?? z.looseObject({})).safeParse(body)
    expect(read.error?.issues ?? []).toEqual([])
    expect(Object.keys((read.data ?? {}) as object)).toEqual(expect.arrayContaining(Object.keys(body)))
  },
)

test('The outbox never queues a login, a password or a payment [R-PWA-30]', () => {
  expect(kinds.map((kind) => `${commands[kind].method} ${pathOf(kind)}`).sort()).toEqual([
    'DELETE cars/delete-car-single-image',
    `DELETE cars/delete-car/${adId}`,
    'POST appointments/insurance-inquiry',
    'POST cars/add-car',
    'POST cars/like-dislike-car',
    'POST cars/report-ad',
    'POST cars/set-alert',
    'POST cars/test-drive/answer',
    'POST cars/test-drive/book-test-drive',
    'POST cars/update-car-details',
    'POST cars/update-car-details',
    'POST chat/send-message',
    'POST contact_us/save-contact-us-email',
    'POST newsletter',
    'POST users/send/car-enquiry-mail',
    'PUT users/update-user-details',
  ])
})

test('An edit carries the version that was seen, and none when none was [I9]', () => {
  const unseen = { ...context, baseVersion: undefined }
  for (const kind of ['ad.edit', 'ad.status', 'profile.edit'] as const) {
    expect(bodyOf(kind)).toMatchObject({ base_version: 7 })
  }
  const { body } = commands['ad.edit']
  expect(body(samples['ad.edit'], unseen)).not.toHaveProperty('base_version')
  expect(mounted('ad.edit')?.body?.safeParse(body(samples['ad.edit'], unseen)).success).toBe(true)
})

test('Exactly the versioned command kinds return a version in the contract [I9]', () => {
  const answers = (kind: CommandKind) => {
    const reply = mounted(kind)?.reply?.safeParse({ success: true, msg: '', data: {} })
    const missing = reply?.error?.issues.map((issue) => issue.path.join('.')) ?? []
    return missing.includes('data.version') && missing.includes('data.fields')
  }
  expect(kinds.filter(answers)).toEqual(kinds.filter((kind) => commands[kind].versioned === true))
})

test('Taps on one heart share a lane and replace each other; enquiries never do [R-PWA-22 R-PWA-28]', () => {
  const heart = commands['fav.set']
  expect(heart.lane({ carId: 'a', want: 'yes' }, '1')).toBe(heart.lane({ carId: 'a', want: 'no' }, '2'))
  expect(heart.merge).toBe('replace')
  const enquiry = commands['enquiry.send']
  expect(enquiry.lane(samples['enquiry.send'], '1')).not.toBe(enquiry.lane(samples['enquiry.send'], '2'))
  expect(enquiryBody.parse(bodyOf('enquiry.send')).client_ref).toBe('item-1')
})
