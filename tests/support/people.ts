import type { CarCard, CarPage } from '#contract/cars.ts'
import type { Enquiry } from '#contract/forms/enquiries.ts'
import type { User } from '#contract/users/users.ts'

/** People who talk to the server without a phone of ours between: they tell what really arrived. */
export interface Person {
  user: User
  token: string
  call: <T>(path: string, body: object) => Promise<T>
}

export const password = 'motorkin-demo'
export const emails = {
  buyer: 'buyer@motorkin.test',
  seller: 'seller@motorkin.test',
  dealer: 'dealer@motorkin.test',
} as const

async function post<T>(origin: string, path: string, body: object, token?: string): Promise<T> {
  const reply = await fetch(`${origin}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as T
}

export async function signedIn(origin: string, email: string): Promise<Person> {
  const { data, token } = await post<{ data: User; token: string }>(origin, 'users/user-login', {
    email,
    password,
  })
  return { user: data, token, call: (path, body) => post(origin, path, body, token) }
}

export async function cars(origin: string, query: object = {}): Promise<CarCard[]> {
  return (await post<CarPage>(origin, 'cars/get-car-list', query)).data
}

/** What a seller finds in the inbox that carries this text. */
export async function enquiriesWith(seller: Person, text: string): Promise<Enquiry[]> {
  const { data } = await seller.call<{ data: Enquiry[] }>('users/enquiry/my-cars-enquiry-list', {
    page: 1,
    limit: 100,
  })
  return data.filter((enquiry) => enquiry.message.includes(text))
}

export async function favouritesOf(person: Person): Promise<string[]> {
  const { ids } = await person.call<{ ids: string[] }>('cars/get-favorite-list', { page: 1, limit: 100 })
  return ids
}
