import { createWriteStream } from 'node:fs'

/** Writes rows like those of a dealer's program; the same number of rows gives the same table. */
export async function makeTable(path: string, rows: number): Promise<void> {
  const cars = [
    ['Toyota', 'Corolla'],
    ['Ford', 'Focus'],
    ['vw', 'Golf'],
    ['BMW', '3 Series'],
    ['mercedes', 'C Class'],
    ['Hyundai', 'Tucson'],
  ]
  const out = createWriteStream(path)
  out.write('make,model,year,price,transmission,mileage,fuelType,tax,mpg,engineSize\n')
  for (let i = 0; i < rows; i += 1) {
    const n = (i * 7919) % 100_003
    const car = cars[n % cars.length] ?? []
    const rest = [
      2005 + (n % 20),
      (300 + n) * 1000,
      n % 3 ? 'Manual' : 'Semi-Auto',
      20_000 + ((n * 13) % 150_000),
      n % 2 ? 'Petrol' : 'Diesel',
    ]
    const line = [...car, ...rest, 145, 55.4, 1 + (n % 20) / 10].join(',')
    if (!out.write(`${line}\n`)) await new Promise<void>((go) => out.once('drain', () => go()))
  }
  await new Promise<void>((closed) => out.end(() => closed()))
}
