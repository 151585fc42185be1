export { NotFoundScreen } from './not-found-screen.tsx'
export { NotHereYetScreen } from './not-here-yet-screen.tsx'
export { WelcomeScreen } from './welcome-screen.tsx'
