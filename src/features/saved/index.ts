export { SavedScreen } from './saved-screen.tsx'
