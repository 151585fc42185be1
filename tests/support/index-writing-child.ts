// A process that writes index files to the same path repeatedly until it is killed.
import { columnsOf } from '#catalogue'
import { writeIndexFile } from '../../server/cars/list/index-file.ts'
import { newCar } from './cars.ts'

const path = process.argv[2] ?? ''
const cars = Array.from({ length: 3000 }, (_, n) => {
  const { created_at, ...car } = newCar(n)
  const facts = {
    carfeatures: [],
    mileage_km: n,
    status: 'active' as const,
    created_at: created_at.toISOString(),
  }
  return { ...car, ...facts, _id: car.id }
})
const yes = () => Promise.resolve(true)
for (let n = 0; ; n += 1) {
  const pieces = Array.from({ length: 30 }, (_, i) => columnsOf(cars.slice(i * 100, i * 100 + 100)))
  const head = { token: String(n), epoch: '', schema: 1, picture: '', cars: cars.length, read: 0 }
  await writeIndexFile(path, { head, pieces, goOn: yes, prove: yes })
  process.stdout.write(`${n}\n`)
}
