import type { User } from '#contract/users/users.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar } from '../support/cars.ts'
import { addPicture, addReference, subscribe } from '../support/motorkin.ts'

/** The real server on the embedded database, shared by all histories; each has people and ads of its own. */
export interface RealServer {
  server: TestServer
  cars: readonly string[]
  /** Adds two people who occur in no other history. */
  people: (name: string) => Promise<User[]>
  token: (user: User) => Promise<string>
  close: () => Promise<void>
}

async function addUser(server: TestServer, user: User): Promise<void> {
  await server.db.run({
    text: `insert into users (id, email, email_key, password_hash, fullname, created_at)
      values ($1, $2, $2, '', $3, $4)`,
    values: [user.id, user.email, user.fullname, server.clock.now()],
  })
  await addPicture(server.db, user.id)
  await subscribe(server.db, user.id, 'platinum', { until: '2099-01-01T00:00:00Z' })
}
const userOf = (id: string): User => ({
  id,
  fullname: id,
  email: `${id}@example.test`,
  avatarurl: '',
  is_subscriber: false,
  role: 'user',
})

export async function openRealServer(): Promise<RealServer> {
  const server = await testServer({ seed: (deps) => deps.db.tx(addReference) })
  // Phones take the server's time from its responses.
  server.clock.set(new Date())
  const seller = userOf('engine-seller')
  await addUser(server, seller)
  const cars = ['engine-car-1', 'engine-car-2', 'engine-car-3']
  await insertCars(
    server.db,
    cars.map((id, n) => newCar(n + 1, { id, slug: id, creator: seller.id })),
  )
  return {
    server,
    cars,
    async people(name) {
      const users = ['a', 'b'].map((one) => userOf(`${name}-${one}`))
      for (const user of users) await addUser(server, user)
      return users
    },
    token: (user) => server.token(user),
    close: server.close,
  }
}
