import { afterAll, beforeAll, expect, test } from 'vitest'
import { adRoutes } from '#contract/ads.ts'
import { chatRoutes } from '#contract/chat/chat.ts'
import { conversationRoutes } from '#contract/chat/conversation.ts'
import { carRoutes } from '#contract/cars.ts'
import { enquiryRoutes } from '#contract/forms/enquiries.ts'
import { orderRoutes } from '#contract/plans/orders.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, testId } from '../support/cars.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'
import { adForm } from '../support/writes.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ seed: async ({ db }) => void (await furnish(db, [newCar(1)])) })
})
afterAll(() => server.close())

test.each(['private', 'dealer'] as const)(
  'A %s seller favourites, posts and manages ads, subscribes, sees enquiries and chats [R-ROLE-08]',
  async (kind) => {
    const { db } = server
    const user = await addUser(db, { id: `a-${kind}`, kind, email_verified_at: '2026-01-01T00:00:00Z' })
    await addUser(db, { id: `other-of-${kind}` })
    const token = await server.token(user)
    const call = { token }

    const liked = await server.call(carRoutes.likeDislikeCar, { ...call, body: { car_id: testId('car', 1) } })
    expect(liked.reply.data.is_favorite).toBe('yes')

    const posted = await server.call(adRoutes.addCar, {
      ...call,
      body: { ...adForm, title: `Ad of a ${kind}` },
    })
    const car_id = posted.reply.data._id
    const edited = await server.call(adRoutes.updateCarDetails, { ...call, body: { car_id, price: 123_000 } })
    expect(edited.reply.data).toMatchObject({ version: 2 })

    const order = await server.call(orderRoutes.applySubscriptionOrder, {
      ...call,
      body: { subs_id: 'platinum', duration: 1 },
    })
    expect(order.reply.data.amount).toBeGreaterThan(0)
    await subscribe(db, user.id, 'platinum', { until: '2099-01-01T00:00:00Z' })

    const enquiry = {
      name: 'Ben',
      email: 'ben@example.org',
      countryCode: '+27',
      gsm: '821234567',
      message: 'There?',
    }
    await server.call(enquiryRoutes.sendCarEnquiryMail, { body: { ...enquiry, car_id } })
    const seen = await server.call(enquiryRoutes.myCarsEnquiryList, { ...call, body: { page: 1, limit: 10 } })
    expect(seen.reply.data.map(({ message }) => message)).toEqual(['There?'])

    const body = { receiver: `other-of-${kind}`, message: 'Hello', timestamp: 1, client_ref: `hello-${kind}` }
    expect((await server.call(conversationRoutes.sendMessage, { ...call, body })).status).toBe(200)
    expect((await server.call(chatRoutes.myChatList, call)).reply.data).toHaveLength(1)
  },
)
