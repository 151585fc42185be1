import type { Config } from '../server/kernel/config.ts'
import type { DrawnPictures } from '../server/kernel/deps.ts'
import { drawingRevision, openPictureService, type PictureService } from './pictures/picture-service.ts'
import { demoPassword } from './seed.ts'
import { servePictures } from '../server/pictures/picture-files.ts'
import { recipeOf } from './pictures/vocabulary.ts'

/** Returns the drawn pictures of a service: `GET /media/:key/:file`, e.g. `/media/suv-0e5a43-studio-side-five/640.avif`. */
export function drawnPictures(service: PictureService): DrawnPictures {
  const drawn: Omit<DrawnPictures, 'mount'> = {
    has: (key) => recipeOf(key) !== undefined,
    get: (wanted) => service.get(wanted),
  }
  return { ...drawn, mount: (app) => servePictures(app, '/media/:key/:file', drawn, `${drawingRevision}-`) }
}

// The exports that a server uses when the demo is on.

export { seedDemo } from './seed.ts'

/** Opens the pictures of demo cars, which are drawn on request and stored in `DATA_DIR`. */
export const openDrawn = (config: Pick<Config, 'dataDir'>): DrawnPictures =>
  drawnPictures(openPictureService(config))

/** The demo accounts, as lines for the terminal. */
export const signIns: readonly string[] = [
  `Demo sign-ins, password ${demoPassword}:`,
  '  buyer@motorkin.test   looks for a car',
  '  seller@motorkin.test  sells a car of their own',
  '  dealer@motorkin.test  sells many (Platinum)',
  '  admin@motorkin.test   runs the place',
]
