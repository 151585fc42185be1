import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsServer, accountsServer } from '../support/accounts.ts'

/**
 * A client written from the product text alone: its paths, its field names, a bearer token, and the members of a response that
 * the text names. It makes its calls in this order, and uses no versions, references, ids from phones or cookies.
 */
type Answer = Record<string, unknown> & { data: unknown }
type Row = Record<string, unknown>
type Fields = Readonly<Record<string, string | Blob | readonly (string | Blob)[]>>

let server: AccountsServer
let token = ''
beforeAll(async () => {
  server = await accountsServer()
})
afterAll(() => server.close())

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer> {
  const form = body instanceof FormData ? new Response(body) : undefined
  const payload = form ? Buffer.from(await form.arrayBuffer()) : body
  const answer = await server.app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: {
      'accept-language': 'en',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
    },
    ...(payload !== undefined && { payload }),
  })
  expect([path, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([path, 200, ''])
  return answer.json<Answer>()
}
const rows = ({ data }: Answer) => data as Row[]
const one = ({ data }: Answer) => data as Row
/** Returns the missing members. */
const lacks = (thing: Row | undefined, members: string) =>
  members.split(' ').filter((name) => thing === undefined || !(name in thing))

function formOf(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const part of Array.isArray(value)
      ? (value as readonly (string | Blob)[])
      : [value as string | Blob])
      form.append(name, part)
  return form
}
let shade = 0
async function photo(): Promise<File> {
  const background = { r: (shade += 20), g: 90, b: 120 }
  const bytes = await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' })
}

const person = {
  fullname: 'Thandi Nkosi',
  email: 'thandi@example.org',
  password: 'three blue otters',
  province: 'Gauteng',
  city: 'Pretoria',
  gsm: '821234567',
}
const car = {
  title: 'BMW X5, one careful owner',
  condition: 'Used',
  year: '2019',
  make: 'BMW',
  model: 'X5',
  bodytype: 'SUV',
  mileage: '68 123 Km',
  fueltype: 'Diesel',
  engine: '3.0L',
  transmission: 'Semi-Autometic',
  drive: 'AWD',
  exteriorcolor: 'White',
  interiorcolor: 'Black',
  address: '0001',
  description: '<p>Runs well.</p>',
  price: '450000',
}
const carMembers =
  '_id slug title images featured_image price make model year mileage fueltype engine transmission bodytype drive ' +
  'condition address status clicks featured is_favorite created_at creator'
const mine = async () =>
  one({ data: rows(await ask('POST', 'users/my-car-list', { page: 1, limit: 12, search: '' }))[0] })

test('A visitor reads makes, car types and places under the documented names [R-API-04 R-API-05 R-API-06 R-API-07 R-API-08]', async () => {
  const brands = rows(await ask('GET', 'common/get-all-makes'))
  const bmw = brands.find(({ maketitle }) => maketitle === 'BMW')
  expect(lacks(bmw, '_id maketitle count_models models')).toEqual([])
  const { models } = one(await ask('GET', `common/get-single-make/${String(bmw?.['_id'])}`))
  expect((models as Row[]).map(({ modeltitle }) => modeltitle)).toEqual(['3 Series', 'X5'])
  expect(lacks(rows(await ask('GET', 'common/get-all-car-types'))[0], 'name')).toEqual([])
  const gauteng = rows(await ask('GET', 'city_state/get-all-states')).find(
    (p) => p['state_name'] === 'Gauteng',
  )
  const cities = rows(
    await ask('POST', 'city_state/get-cities-by-state-ids', { state_ids: [gauteng?.['_id']] }),
  )
  expect(cities.map(({ city_name }) => city_name)).toContain('Pretoria')
})

test('A person signs up, opens the e-mail and signs in for a token [R-API-24 R-API-26 R-API-27]', async () => {
  expect(lacks(await ask('POST', 'users/sign-up', person), 'success msg')).toEqual([])
  const secret = await server.secret(person.email, '/user/verify/')
  expect(lacks(await ask('GET', `users/verify-user/${secret}`), 'msg')).toEqual([])
  const { email, password } = person
  const login = await ask('POST', 'users/user-login', { email, password })
  expect(lacks(login, 'success data token msg')).toEqual([])
  expect(lacks(one(login), 'id fullname avatarurl is_subscriber')).toEqual([])
  token = String(login['token'])
})

test('An ad of exactly the documented fields is published, where its seller lives [R-API-13 R-API-34 R-ENT-39 R-ENT-40]', async () => {
  const [cover, images] = [await photo(), [await photo(), await photo()]]
  const carfeatures = '["ABS","Sunroof"]'
  const added = await ask(
    'POST',
    'cars/add-car',
    formOf({ ...car, carfeatures, images, featured_image: cover }),
  )
  expect([added['success'], lacks(added, 'msg')]).toEqual([true, []])
  const list = await ask('POST', 'users/my-car-list', { page: 1, limit: 12, search: '' })
  expect([list['totalCount'], lacks(rows(list)[0], carMembers)]).toEqual([1, []])
})

test('Everybody finds the ad and reads it by its slug and by its id [R-API-09 R-API-10 R-ENT-01 R-ENT-12]', async () => {
  const { make, model, bodytype, year, fueltype, transmission } = car
  const filters = { make, model, bodytype, year, fueltype, transmission, min_price: 0, max_price: 5_000_000 }
  const search = { page: 1, limit: 15, ...filters, sortBy: 'most_recent' }
  const list = await ask('POST', 'cars/get-car-list', search)
  const [found] = rows(list)
  expect([list['count_records'], lacks(found, carMembers)]).toEqual([1, []])
  for (const name of ['slug', '_id']) {
    const single = await ask('GET', `cars/get-single-car/${String(found?.[name])}`)
    expect(lacks(single, 'data recent_list msg')).toEqual([])
    const whole = one(single)
    expect(lacks(whole, `${carMembers} exteriorcolor interiorcolor description carfeatures`)).toEqual([])
    expect([whole['carfeatures'], (whole['images'] as unknown[]).length]).toEqual([['ABS', 'Sunroof'], 3])
    expect(lacks(whole['creator'] as Row, '_id fullname avatarurl gsm')).toEqual([])
  }
  const dealers = { page: 1, limit: 9, creator: found?.['creator'], search: 'careful' }
  expect((await ask('POST', 'cars/get-car-list', dealers))['count_records']).toBe(1)
})

test('A heart is a toggle, and the favourites are a list of cars [R-API-11 R-API-12]', async () => {
  const { _id } = await mine()
  const favourites = async () => ask('POST', 'cars/get-favorite-list', { page: 1, limit: 9 })
  expect(lacks(await ask('POST', 'cars/like-dislike-car', { car_id: _id }), 'data')).toEqual([])
  const liked = await favourites()
  expect([liked['count_records'], rows(liked)[0]?.['is_favorite']]).toEqual([1, 'yes'])
  await ask('POST', 'cars/like-dislike-car', { car_id: _id })
  expect((await favourites())['count_records']).toBe(0)
})

test('A status change returns the updated car as the list shows it [R-API-14 R-API-15 R-API-17]', async () => {
  const { _id } = await mine()
  const id = String(_id)
  const sold = await ask('POST', 'cars/update-car-details', formOf({ car_id: id, status: 'sold' }))
  expect(one(sold)).toEqual(await mine())
  expect(one(sold)['status']).toBe('sold')
  await ask('POST', 'cars/update-car-details', formOf({ car_id: id, status: 'active' }))
  const edit = { ...car, carfeatures: ['ABS', 'Warranty'], price: '440000', car_id: id }
  expect(lacks(await ask('POST', 'cars/update-car-details', formOf(edit)), 'msg')).toEqual([])
  const { images } = await mine()
  const [first] = images as string[]
  const gone = await ask('DELETE', 'cars/delete-car-single-image', { image_url: first, car_id: id })
  expect(lacks(gone, 'msg')).toEqual([])
  expect(await mine()).toMatchObject({ price: 440_000, images: (images as string[]).slice(1) })
})

test('A profile is read, and saved as a form that is answered with it [R-API-31 R-API-32 R-API-33 R-ENT-20 R-ENT-22]', async () => {
  const members =
    'fullname email gsm province city avatarurl businessname businessAddress logourl sold_cars_count ' +
    'listing_cars_count favourite_cars_count subscriptions histories is_subscriber id'
  const profile = one(await ask('GET', 'users/get-user-profile-data'))
  expect(lacks(profile, members)).toEqual([])
  expect(rows(await ask('GET', 'users/get-my-subscription-history'))).toEqual([])
  const { fullname, gsm, province, city } = person
  const unchanged = { fullname, gsm, province, city }
  const saved = await ask(
    'PUT',
    'users/update-user-details',
    formOf({ ...unchanged, avatarurl: await photo() }),
  )
  expect([lacks(saved, 'msg'), lacks(one(saved), members)]).toEqual([[], []])
  expect(one(saved)).toMatchObject(unchanged)
  expect(one(saved)['avatarurl']).not.toBe('')
  const company = { businessname: 'Nkosi Cars', businessAddress: '1 Main Road' }
  const now = one(
    await ask('PUT', 'users/update-user-details', formOf({ ...company, logourl: await photo() })),
  )
  expect(now).toMatchObject(company)
  expect(now).toEqual(one(await ask('GET', 'users/get-user-profile-data')))
})

test('Dealers are listed and shown with their counts [R-API-20 R-API-21 R-API-22 R-API-23 R-ENT-17]', async () => {
  expect(rows(await ask('GET', 'users/get-dealership-list'))).toEqual([])
  const list = await ask('POST', 'users/get-dealer-list', { page: 1, limit: 12, search: 'nkosi' })
  const [dealer] = rows(list)
  expect(list['totalCount']).toBe(1)
  const members =
    '_id fullname avatarurl businessname logourl businessAddress address city gsm email total_cars'
  expect(lacks(dealer, `${members} soldCarsCount listingCarsCount`)).toEqual([])
  const shown = await ask('GET', `users/get-dealer-profile/${String(dealer?.['_id'])}`)
  expect([lacks(shown, 'data'), shown['sold_cars_count'], shown['listing_cars_count']]).toEqual([[], 0, 1])
  expect(await ask('GET', 'users/all-active-user-count')).toMatchObject({ users_count: 4 })
})

test('A test drive is booked and listed [R-API-18 R-API-19 R-ENT-30 R-ENT-31]', async () => {
  const drive = {
    fullname: person.fullname,
    mobile_number: 821_234_567,
    email: person.email,
    state: 'Gauteng',
    city: 'Pretoria',
    postcode: '0001',
    car_brand: 'BMW',
    car_model: 'X5',
    datetime: '2026-03-05T10:00',
  }
  const booked = await ask('POST', 'cars/test-drive/book-test-drive', drive)
  expect(booked['msg']).toBe('Your test drive request has been submitted successfully')
  expect(booked['success']).toBe(true)
  const list = await ask('POST', 'cars/get-testDrive-list', { page: 1, limit: 9 })
  expect(list['count_records']).toBe(1)
  expect(lacks(rows(list)[0], 'email car_brand car_model mobile_number created_at status')).toEqual([])
})

test('The other forms and lists answer what the text reads of them [R-API-40 R-API-41 R-API-43 R-API-44]', async () => {
  const { fullname, email } = person
  const contact = { fullname, email, mobile_number: '821234567', subject: 'A question', message: 'How?' }
  expect(lacks(await ask('POST', 'contact_us/save-contact-us-email', contact), 'success msg')).toEqual([])
  expect((await ask('POST', 'appointments/insurance-inquiry', { phone: '+27 82 123 4567' }))['msg']).toBe(
    'Thank you for contacting us!, We will reach you soon',
  )
  expect((await ask('GET', 'chat/my-chat-list')).data).toEqual([])
  const blogs = await ask('POST', 'blogs/list-blogs', { page: 1, limit: 12, search: '' })
  expect(lacks(blogs, 'success data count_records')).toEqual([])
})

test('An ad is deleted, and a forgotten password is set anew [R-API-16 R-API-28 R-API-29 R-API-30]', async () => {
  const { _id } = await mine()
  await ask('DELETE', `cars/delete-car/${String(_id)}`)
  expect((await ask('POST', 'users/my-car-list', { page: 1, limit: 12, search: '' }))['totalCount']).toBe(0)
  await ask('POST', 'users/logout')
  token = ''
  const { email } = person
  expect(lacks(await ask('POST', 'users/forgot-password', { email }), 'msg')).toEqual([])
  const secret = await server.secret(email, '/reset-password/')
  await ask('GET', `users/verify-forgot-password-string/${secret}`)
  const password = 'four green herons'
  const reset = { new_password: password, confirm_password: password }
  expect(lacks(await ask('POST', `users/reset-user-password/${secret}`, reset), 'msg')).toEqual([])
  expect((await ask('POST', 'users/user-login', { email, password }))['success']).toBe(true)
})
