export { ListingsScreen } from './listings-screen.tsx'
