import { liveThrough } from './live.ts'

liveThrough(1, 2)
