import './react-first.ts'
import { start } from './app/start.tsx'

start()
