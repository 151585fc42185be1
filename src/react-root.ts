// A part of React's own file: React runs when that is evaluated, not in the same task as the app that asks for it first.
import { createRoot, hydrateRoot } from 'react-dom/client'

export { createRoot, hydrateRoot }
