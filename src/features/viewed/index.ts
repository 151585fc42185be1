export { ViewedScreen } from './viewed-screen.tsx'
