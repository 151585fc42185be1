import type { Config } from '../server/kernel/config.ts'
import type { DrawnPictures } from '../server/kernel/deps.ts'
import { drawingRevision, openPictureService, type PictureService } from './pictures/picture-service.ts'
import { demoPassword } from './seed.ts'
import { servePictures } from '../server/pictures/picture-files.ts'
import { recipeOf } from './pictures/vocabulary.ts'

/** What a server shows of `service`: `GET /media/:key/:file`, e.g. `/media/suv-0e5a43-studio-side-five/640.avif`. */
export function drawnPictures(service: PictureService): DrawnPictures {
  const drawn: Omit<DrawnPictures, 'mount'> = {
    has: (key) => recipeOf(key) !== undefined,
    get: (wanted) => service.get(wanted),
  }
  return { ...drawn, mount: (app) => servePictures(app, '/media/:key/:file', drawn, `${drawingRevision}-`) }
}

// The door of the demo: what a server takes from it when the demo is on.

export { seedDemo } from './seed.ts'

/** The pictures of demo cars, drawn when they are asked for and kept in `DATA_DIR`. */
export const openDrawn = (config: Pick<Config, 'dataDir'>): DrawnPictures =>
  drawnPictures(openPictureService(config))

/** Whom a visitor may be, as lines for the terminal. */
export const signIns: readonly string[] = [
  `Demo sign-ins, password ${demoPassword}:`,
  '  buyer@motorkin.test   looks for a car',
  '  seller@motorkin.test  sells a car of their own',
  '  dealer@motorkin.test  sells many (Platinum)',
  '  admin@motorkin.test   runs the place',
]
