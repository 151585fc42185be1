import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** File with 99,000 used cars of Britain, compressed. It is not part of the repository, so check `isHere`. */
const name = 'used-cars-uk-99k.csv.gz'

/** Returns the folder `DATA_TABLES`; without that variable the `data` folders of all folders beside the repository. */
function folders(): string[] {
  const named = process.env['DATA_TABLES']
  if (named !== undefined) return [named]
  const beside = fileURLToPath(new URL('../../..', import.meta.url))
  const neighbours = readdirSync(beside, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return neighbours.map((entry) => join(beside, entry.name, 'data'))
}
const found = folders()
  .map((folder) => join(folder, name))
  .find((path) => existsSync(path))

export const realTable = { path: found ?? name, isHere: found !== undefined }
