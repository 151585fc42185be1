export { SavedScreen } from './saved-screen.tsx'
export { ViewedScreen } from './viewed-screen.tsx'
