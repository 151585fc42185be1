import { liveThrough } from './live.ts'

liveThrough(0, 2)
