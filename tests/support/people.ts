import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { CarCard, CarPage } from '#contract/cars.ts'
import type { Enquiry } from '#contract/forms/enquiries.ts'
import { chunkType, tusVersion, uploadPath, uploadsPath, type UploadReply } from '#contract/sync/uploads.ts'
import type { User } from '#contract/users/users.ts'

/** People who call the server directly, without a phone of ours, to check what arrived. */
export interface Person {
  user: User
  token: string
  call: <T>(path: string, body: object) => Promise<T>
  /** Uploads a small picture, the same every time. */
  picture: () => Promise<string>
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

const tus = { 'tus-resumable': tusVersion }
/** Uploads a picture in one piece and returns its id. */
async function upload(origin: string, token: string): Promise<string> {
  const background = { r: 14, g: 90, b: 67 }
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const headers = { ...tus, authorization: `Bearer ${token}` }
  const metadata = `sha256 ${Buffer.from(sha256).toString('base64')}`
  const begun = await fetch(origin + uploadsPath, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  const { data } = (await begun.json()) as UploadReply
  if (data.complete) return data.id
  const sent = await fetch(origin + uploadPath(data.id), {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': String(data.offset), 'content-type': chunkType },
    body: new Uint8Array(bytes.subarray(data.offset)),
  })
  if (!sent.ok) throw new Error(`The picture was answered with ${sent.status}: ${await sent.text()}`)
  return data.id
}

export async function signedIn(origin: string, email: string): Promise<Person> {
  const { data, token } = await post<{ data: User; token: string }>(origin, 'users/user-login', {
    email,
    password,
  })
  return {
    user: data,
    token,
    call: (path, body) => post(origin, path, body, token),
    picture: () => upload(origin, token),
  }
}

export async function cars(origin: string, query: object = {}): Promise<CarCard[]> {
  return (await post<CarPage>(origin, 'cars/get-car-list', query)).data
}

/** Returns the number of cars that the server finds. */
export async function countOf(origin: string, query: object): Promise<number> {
  return (await post<CarPage>(origin, 'cars/get-car-list', query)).count_records
}

/** Returns the enquiries to a seller that contain this text. */
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
