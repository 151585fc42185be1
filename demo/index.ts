// The door of the demo: what a server takes from it when the demo is on.
import type { Config } from '../server/kernel/config.ts'
import type { DrawnPictures } from '../server/kernel/deps.ts'
import { drawnPictures } from './pictures/drawn-pictures.ts'
import { openPictureService } from './pictures/picture-service.ts'
import { demoPassword } from './seed.ts'

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
